import RawVideo
import SeededRandom
import Testing

@Suite("The frames of a video in NUT are read, whoever wrote it")
struct NUTReaderTests {
    static let sample: [UInt8] = [1, 2, 3, 4, 5, 6]

    @Test("frames that FFmpeg wrote have its times and its bytes", arguments: [1, 3, Int.max])
    func evenVideo(piece: Int) throws {
        let (format, frames, error) = readFrames(PiecewiseSource(FFmpegVideo.even, piece: piece))
        #expect(error == nil)
        let timeBase = try #require(Ratio(1, 81_920))
        let square = Ratio(1, 1)
        #expect(
            format == RawVideoFormat(width: 2, height: 2, layout: .yuv420, timeBase: timeBase, sampleAspect: square)
        )
        #expect(
            frames == [
                Frame(time: 0, bytes: [0x10, 0x51, 0x51, 0xAA, 0x80, 0x80]),
                Frame(time: 8192, bytes: [0x10, 0x51, 0x5E, 0x9D, 0x80, 0x80]),
                Frame(time: 16_384, bytes: [0x10, 0x51, 0x6B, 0x90, 0x80, 0x80]),
            ]
        )
    }

    @Test("gaps of a minute and an hour that FFmpeg wrote are kept")
    func unevenVideo() {
        let (_, frames, error) = readFrames(PiecewiseSource(FFmpegVideo.uneven))
        #expect(error == nil)
        #expect(frames.map(\.time) == [0, 8192, 32_768, 5_758_976, 294_944_768])
        #expect(frames.map(\.bytes.count) == [6, 6, 6, 6, 6])
    }

    @Test("a video that ends early, anywhere, has whole frames of the video and an error, or the end between frames")
    func truncation() {
        for video in [FFmpegVideo.even, FFmpegVideo.uneven] {
            let whole = readFrames(PiecewiseSource(video)).frames
            for count in 0..<video.count {
                let (format, frames, error) = readFrames(PiecewiseSource(Array(video.prefix(count))))
                #expect(frames == Array(whole.prefix(frames.count)))
                if format == nil { #expect(error == (count < 25 ? .notNUT : .truncated)) }
                if let error, format != nil { #expect(error == .truncated) }
                if frames.isEmpty, count > 300 { #expect(error != nil) }
            }
        }
    }

    @Test("changed bytes lead to whole frames at rising times or to an error, never to more")
    func mutations() {
        var generator = SeededGenerator(seed: 11)
        let videos = [FFmpegVideo.even, FFmpegVideo.uneven]
        for round in 0..<6000 {
            var video = videos[round % 2]
            Self.mutate(&video, &generator)
            let (format, frames, _) = readFrames(PiecewiseSource(video))
            #expect(frames.allSatisfy { $0.bytes.count == format?.byteCount })
            #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
        }
    }

    @Test("changed headers with right checksums lead to whole frames or to an error")
    func changedHeaders() {
        var generator = SeededGenerator(seed: 13)
        var opened = 0
        for round in 0..<6000 {
            var (main, stream) = (VideoBytes().mainPayload, VideoBytes().streamPayload)
            if round % 2 == 0 { Self.mutate(&main, &generator) } else { Self.mutate(&stream, &generator) }
            let headers = VideoBytes.packet(VideoBytes.main, main) + VideoBytes.packet(VideoBytes.stream, stream)
            let frames = VideoBytes.syncpoint(at: 0) + VideoBytes.frame(16, size: 6, Self.sample) + [0] + Self.sample
            let read = readFrames(PiecewiseSource(VideoBytes.identifier + headers + frames))
            opened += read.format == nil ? 0 : 1
            #expect(read.frames.allSatisfy { $0.bytes.count == read.format?.byteCount })
        }
        #expect(opened > 300)
    }

    private static func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
            default: bytes.remove(at: place)
            }
        }
    }

    @Test("random numbers with right checksums never trap")
    func hostileHeaders() {
        var generator = SeededGenerator(seed: 12)
        for _ in 0..<6000 {
            var video = VideoBytes()
            video.maximumDistance = Self.hostile(&generator)
            video.codes[0] = [1, 6, Self.hostile(&generator) >> 1, 7, 0, 6, 0, 1]
            video.maximumTimeDistance = Self.hostile(&generator)
            video.shortTimeBitCount = UInt64.random(in: 0...15, using: &generator)
            let numbers = [Self.hostile(&generator), Self.hostile(&generator), Self.hostile(&generator)]
            let frame = VideoBytes.frame(numbers[0], size: Bool.random(using: &generator) ? 6 : numbers[1], Self.sample)
            let bytes = video.headers + VideoBytes.syncpoint(at: numbers[2]) + frame + [0] + Self.sample
            let (_, frames, error) = readFrames(PiecewiseSource(bytes))
            #expect(frames.count == 2 || error != nil)
            #expect(frames.allSatisfy { $0.time >= 0 && $0.time <= RawVideoFormat.latestTime })
        }
    }

    /// A number near a limit, or any.
    private static func hostile(_ generator: inout SeededGenerator) -> UInt64 {
        let near = UInt64(1) << UInt64.random(in: 0..<64, using: &generator)
        return [near, near &- 1, near &+ 1, ~near, near &* 3, .max, 0].randomElement(using: &generator) ?? 0
    }

    @Test("short times mean the nearest time that ends in their bits")
    func shortTimes() {
        var bytes = VideoBytes().headers + VideoBytes.syncpoint(at: 1000)
        for time: UInt64 in [1000 % 16, 1007 % 16, 1014 % 16, 16 + 5000, 5006 % 16] {
            bytes += VideoBytes.frame(time, size: 6, Self.sample)
        }
        bytes += [0] + Self.sample
        let (_, frames, error) = readFrames(PiecewiseSource(bytes))
        #expect(error == nil)
        #expect(frames.map(\.time) == [1000, 1007, 1014, 5000, 5006, 5007])
    }

    @Test("info packets and the same headers may stand between frames, of any length")
    func packetsBetween() {
        let video = VideoBytes()
        let start = video.headers + VideoBytes.packet(VideoBytes.info, Array(repeating: 7, count: 100_000))
        let first = VideoBytes.syncpoint(at: 0) + VideoBytes.frame(16, size: 6, Self.sample)
        let between = VideoBytes.packet(VideoBytes.info, []) + video.mainHeader + video.streamHeader
        let last = VideoBytes.syncpoint(at: 9) + VideoBytes.frame(16 + 9, size: 6, Self.sample)
        let (_, frames, error) = readFrames(
            PiecewiseSource(start + first + between + last + VideoBytes.packet(VideoBytes.index, [1]))
        )
        #expect(error == nil)
        #expect(frames.map(\.time) == [0, 9])
    }

    @Test("an error is thrown again by each later call")
    func errorStays() throws {
        let bytes = VideoBytes().headers + [0] + Self.sample + VideoBytes.syncpoint(at: 0) + [0] + Self.sample
        var reader = try NUTReader(PiecewiseSource(bytes), limits: wide)
        let frame = UnsafeMutableRawBufferPointer.allocate(byteCount: 6, alignment: 1)
        defer { frame.deallocate() }
        for _ in 0..<3 {
            do throws(RawVideoError) {
                _ = try reader.next(into: frame)
                Issue.record("there is no frame")
            } catch {
                #expect(error == .missingSyncpoint)
            }
        }
    }
}
