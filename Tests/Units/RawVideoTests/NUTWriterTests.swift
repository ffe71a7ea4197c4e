import RawVideo
import SeededRandom
import Testing

@Suite("Frames are written so that they are read as they were")
struct NUTWriterTests {
    @Test("random videos of all layouts, clocks and gaps are read back, in pieces of any size")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 21)
        let clocks = [(1, 1000), (1, 15_360), (1001, 30_000), (1, 1_000_000_000), (1, 100), (2_147_483_647, 2)]
        for round in 0..<300 {
            let clock = clocks[round % clocks.count]
            let timeBase = try #require(Ratio(clock.0, clock.1))
            let aspect = Bool.random(using: &generator) ? Ratio(Int.random(in: 1...99, using: &generator), 7) : nil
            let format = try #require(
                RawVideoFormat(
                    width: Int.random(in: 1...70, using: &generator),
                    height: Int.random(in: 1...70, using: &generator),
                    layout: FrameLayout.allCases[round % 4],
                    timeBase: timeBase,
                    sampleAspect: aspect
                )
            )
            var time = Int64.random(in: 0...(1 << Int64.random(in: 0...50, using: &generator)), using: &generator)
            let frames = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                time += .random(in: 1...(1 << Int64.random(in: 0...50, using: &generator)), using: &generator)
                return Frame(time: time, bytes: generator.bytes(format.byteCount))
            }
            let bytes = try written(frames, format, frameRate: Bool.random(using: &generator) ? Ratio(60, 1) : nil)
            let piece = Int.random(in: 1...20_000, using: &generator)
            let read = readFrames(PiecewiseSource(bytes, piece: piece))
            #expect(read.error == nil)
            #expect(read.format == format)
            #expect(read.frames == frames)
        }
    }

    @Test("a frame that is larger than the buffer is read back")
    func largeFrame() throws {
        let timeBase = try #require(Ratio(1, 90_000))
        let format = try #require(RawVideoFormat(width: 351, height: 289, layout: .yuv444, timeBase: timeBase))
        var generator = SeededGenerator(seed: 22)
        let frames = [0, 1, 1 << 61].map { Frame(time: $0, bytes: generator.bytes(format.byteCount)) }
        let read = readFrames(PiecewiseSource(try written(frames, format)))
        #expect(read.error == nil)
        #expect(read.frames == frames)
    }

    @Test("the bytes are those that FFmpeg was seen to read")
    func bytes() throws {
        let timeBase = try #require(Ratio(1, 1000))
        let format = try #require(
            RawVideoFormat(width: 2, height: 1, layout: .rgba, timeBase: timeBase, sampleAspect: Ratio(16, 15))
        )
        let frames = [(40, 0), (1000, 40)].map { Frame(time: $0, bytes: Array(repeating: $1, count: 8)) }
        #expect(try written(frames, format, frameRate: Ratio(25, 1)) == FFmpegVideo.read)
    }

    @Test("however many frames there are, one syncpoint precedes them, as FFmpeg keeps memory for each")
    func syncpoints() throws {
        let timeBase = try #require(Ratio(1, 1000))
        let format = try #require(RawVideoFormat(width: 300, height: 100, layout: .rgba, timeBase: timeBase))
        let frame = Array(repeating: UInt8(0), count: format.byteCount)
        let bytes = try written((0..<20).map { Frame(time: $0 * 40, bytes: frame) }, format)
        let code = VideoBytes.bytes(VideoBytes.syncpoint)
        let places = bytes.indices.filter { bytes[$0] == code[0] && bytes[$0...].starts(with: code) }
        #expect(places.count == 1)
    }

    @Test("times that do not rise or are out of range are refused")
    func times() throws {
        let timeBase = try #require(Ratio(1, 1000))
        let format = try #require(RawVideoFormat(width: 1, height: 1, layout: .rgba, timeBase: timeBase))
        let cases: [([Int64], RawVideoError)] = [
            ([-1], .timeOutOfRange), ([.max], .timeOutOfRange), ([.min], .timeOutOfRange),
            ([5, 5], .timeNotRising(5, after: 5)), ([5, 4], .timeNotRising(4, after: 5)),
        ]
        for (times, expected) in cases {
            let frames = times.map { Frame(time: $0, bytes: [1, 2, 3, 4]) }
            #expect(try #require(throws: RawVideoError.self) { try written(frames, format) } == expected)
        }
    }

    @Test("an error of the sink is passed on")
    func sink() throws {
        let timeBase = try #require(Ratio(1, 1000))
        let format = try #require(RawVideoFormat(width: 1, height: 1, layout: .rgba, timeBase: timeBase))
        let error = #expect(throws: RawVideoError.self) { _ = try NUTWriter(KeepingSink(capacity: 20), format: format) }
        #expect(error == .stream(.closed))
    }
}
