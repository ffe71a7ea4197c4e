import RawVideo
import Testing

@Suite("Each fault of a video has its error")
struct NUTReaderErrorTests {
    private static let sample: [UInt8] = [1, 2, 3, 4, 5, 6]

    private func error(_ bytes: [UInt8], limits: NUTLimits = wide) -> RawVideoError? {
        readFrames(PiecewiseSource(bytes), limits: limits).error
    }

    private func error(changing change: (inout VideoBytes) -> Void) -> RawVideoError? {
        var video = VideoBytes()
        change(&video)
        return error(video.headers + Self.frames)
    }

    /// The error of a video with right headers and these bytes after a syncpoint at 0.
    private func error(after bytes: [UInt8]) -> RawVideoError? {
        error(VideoBytes().headers + VideoBytes.syncpoint(at: 0) + bytes)
    }

    private static let frames = VideoBytes.syncpoint(at: 0) + VideoBytes.frame(16, size: 6, sample)

    @Test("the video that the others are changed from has none")
    func valid() {
        #expect(error { _ in } == nil)
    }

    @Test("another beginning")
    func identifier() {
        #expect(error(Array("RIFF".utf8)) == .notNUT)
        #expect(error([]) == .notNUT)
    }

    @Test("a main header with another version, number of streams or clock")
    func mainHeader() {
        for version: UInt64 in [0, 2, 5] { #expect(error { $0.version = version } == .unsupportedVersion(version)) }
        #expect(error { $0.streamCount = 2 } == .streamCount(2))
        #expect(error { $0.streamCount = 0 } == .streamCount(0))
        #expect(error { $0.timeBase = (0, 1) } == .malformed(.mainHeader))
        #expect(error { $0.timeBase = (0, 0) } == .malformed(.mainHeader))
        #expect(error { $0.timeBase = (1, 1 << 31) } == .malformed(.mainHeader))
    }

    @Test("a table of frame codes with a run of none, too many or too few, or of another stream")
    func frameCodes() {
        for count: UInt64 in [0, 254, .max] {
            #expect(error { $0.codes[2][7] = count } == .malformed(.mainHeader))
        }
        #expect(error { $0.codes.removeLast() } == .malformed(.mainHeader))
        #expect(error { $0.codes[0][4] = 1 } == .malformed(.mainHeader))
        #expect(error { $0.codes[0][6] = 1 } == .malformed(.mainHeader))
        #expect(error { $0.codes[0][1] = 9 } == .malformed(.mainHeader))
        #expect(error { $0.codes[0][2] = .max } == .malformed(.mainHeader))
    }

    @Test("a stream header of another kind, clock or layout")
    func streamHeader() {
        #expect(error { $0.videoClass = 1 } == .notVideo)
        #expect(error { $0.fourCC = "NV12" } == .unknownLayout(0x3231_564E))
        #expect(error { $0.fourCC = "I4200" } == .malformed(.streamHeader))
        #expect(error { $0.timeBaseNumber = 1 } == .malformed(.streamHeader))
        #expect(error { $0.shortTimeBitCount = 16 } == .malformed(.streamHeader))
        #expect(error { $0.sampleAspect = (1, 0) } == .malformed(.streamHeader))
    }

    @Test("sizes beyond the limits or without pixels")
    func sizes() {
        for size: (UInt64, UInt64) in [(4097, 1), (1, 4097), (4096, 1025), (.max, .max), (.max, 1)] {
            #expect(error { $0.size = size } == .frameTooLarge(width: size.0, height: size.1))
        }
        #expect(error { $0.size = (0, 1) } == .malformed(.streamHeader))
        var video = VideoBytes()
        video.size = (65_536, 1)
        let unlimited = NUTLimits(width: .max, height: .max, pixelCount: .max)
        #expect(error(video.headers, limits: unlimited) == .frameTooLarge(width: 65_536, height: 1))
        video.size = (2, 2)
        let none = NUTLimits(width: -1, height: 0, pixelCount: 0)
        #expect(error(video.headers, limits: none) == .frameTooLarge(width: 2, height: 2))
    }

    @Test("headers in another order, or that change")
    func order() {
        let video = VideoBytes()
        var other = video
        other.maximumTimeDistance = 7
        let exchanged = VideoBytes.identifier + video.streamHeader + video.mainHeader
        #expect(error(exchanged) == .misplaced(.streamHeader))
        #expect(error(video.headers + video.mainHeader + other.streamHeader) == .changed(.streamHeader))
        #expect(error(video.headers + Self.frames + VideoBytes.bytes(UInt64(0x4E00) << 48)) == .malformed(.frameHeader))
        #expect(error(VideoBytes.identifier + [0]) == .malformed(.mainHeader))
    }

    @Test("a changed byte in any part that has a checksum")
    func checksums() {
        let video = VideoBytes()
        let info = VideoBytes.packet(VideoBytes.info, [1, 2, 3])
        let index = VideoBytes.packet(VideoBytes.index, [1, 2, 3])
        let parts: [(NUTPart, [UInt8])] = [
            (.mainHeader, VideoBytes.identifier + video.mainHeader), (.streamHeader, video.headers),
            (.info, video.headers + info), (.syncpoint, video.headers + VideoBytes.syncpoint(at: 5)),
            (.index, video.headers + index),
            (.frameHeader, video.headers + VideoBytes.syncpoint(at: 0) + VideoBytes.frame(16, size: 6, [])),
        ]
        for (part, var bytes) in parts {
            bytes[bytes.count - 5] ^= 1
            #expect(error(bytes) == .wrongChecksum(part))
        }
    }

    @Test("packets that are too short or too long")
    func lengths() {
        let headers = VideoBytes().headers
        let long = VideoBytes.packet(VideoBytes.main, Array(repeating: 0, count: 20_000))
        #expect(error(VideoBytes.identifier + long) == .tooLong(.mainHeader))
        let huge = VideoBytes.bytes(VideoBytes.info) + VideoBytes.numbers([.max])
        #expect(error(headers + huge + VideoBytes.checksum(huge)) == .tooLong(.info))
        #expect(error(headers + VideoBytes.bytes(VideoBytes.info) + [3]) == .malformed(.info))
        let endless = Array(repeating: UInt8(0x80), count: 40)
        #expect(error(headers + VideoBytes.bytes(VideoBytes.info) + endless) == .malformed(.info))
        let wide = Array(repeating: UInt8(0xFF), count: 9) + [0x7F]
        #expect(error(headers + VideoBytes.bytes(VideoBytes.info) + wide) == .malformed(.info))
        let sized = VideoBytes.packet(VideoBytes.info, Array(repeating: 0, count: 5000))
        #expect(error(headers + sized.prefix(11) + [0]) == .truncated)
        #expect(error(headers + sized.prefix(10) + [1, 2, 3, 4, 5]) == .wrongChecksum(.info))
    }

    @Test("a frame before a syncpoint, and none after one")
    func syncpoints() {
        let video = VideoBytes()
        #expect(error(video.headers + [0] + Self.sample) == .missingSyncpoint)
        #expect(error(after: VideoBytes.syncpoint(at: 0)) == .misplaced(.syncpoint))
        #expect(error(video.headers + VideoBytes.syncpoint(at: 0)) == .truncated)
        let second = VideoBytes.syncpoint(at: UInt64(RawVideoFormat.latestTime) + 1)
        #expect(error(video.headers + second + [0] + Self.sample) == .timeOutOfRange)
    }

    @Test("flags of the end of a stream, of other data, of reserved fields and of no meaning")
    func flags() {
        for flag: UInt64 in [1 << 1, 1 << 2, 1 << 7, 1 << 8, 1 << 10, 1 << 11, 1 << 13, 1 << 14, 1 << 63] {
            let frame = VideoBytes.frame(16, size: 6, flags: 0x69 | flag, Self.sample)
            #expect(error(after: frame) == .unsupportedFlags(0x1069 | flag))
        }
        #expect(error(after: [2] + Self.sample) == .malformed(.frameHeader))
        let otherStream: [UInt8] = [1] + VideoBytes.numbers([0x10, 1]) + Self.sample
        #expect(error(after: otherStream) == .malformed(.frameHeader))
    }

    @Test("a frame of another size, and one whose size cannot be counted")
    func frameSizes() {
        for size: UInt64 in [0, 5, 7, 1 << 40, .max] {
            #expect(error(after: VideoBytes.frame(16, size: size, Self.sample)) == .frameSize(size, expected: 6))
        }
        var video = VideoBytes()
        video.codes[1] = [0x1000, 6, 0, 3, 0, 1, 0, 1]
        let frame = VideoBytes.syncpoint(at: 0) + VideoBytes.frame(16, size: .max, Self.sample)
        #expect(error(video.headers + frame) == .malformed(.frameHeader))
    }

    @Test("times that do not rise, are negative or beyond the latest")
    func times() {
        let first = VideoBytes.frame(16 + 20, size: 6, Self.sample)
        for time: UInt64 in [0, 19, 20] {
            let second = VideoBytes.frame(16 + time, size: 6, Self.sample)
            #expect(error(after: first + second) == .timeNotRising(Int64(time), after: 20))
        }
        // The nearest time that ends in 15 is -1.
        #expect(error(after: VideoBytes.frame(15, size: 6, Self.sample)) == .timeOutOfRange)
        #expect(error(after: VideoBytes.frame(.max, size: 6, Self.sample)) == .timeOutOfRange)
        let latest = VideoBytes.frame(16 + UInt64(RawVideoFormat.latestTime), size: 6, Self.sample)
        #expect(error(after: latest) == nil)
        #expect(error(after: latest + [0] + Self.sample) == .timeOutOfRange)
    }

    @Test("a frame without a checksum that is large or far away in time")
    func missingChecksums() {
        let far: [UInt8] = [1] + VideoBytes.numbers([0x29, 16 + 1001, 6]) + Self.sample
        #expect(error(after: far) == .missingChecksum)
        let near: [UInt8] = [1] + VideoBytes.numbers([0x29, 16 + 1000, 6]) + Self.sample
        #expect(error(after: near) == nil)
        var video = VideoBytes()
        video.maximumDistance = 2
        #expect(error(video.headers + VideoBytes.syncpoint(at: 0) + near) == .missingChecksum)
    }

    @Test("bytes after the index")
    func trailingBytes() {
        let index = VideoBytes.packet(VideoBytes.index, [])
        #expect(error(VideoBytes().headers + index) == nil)
        #expect(error(VideoBytes().headers + index + [0]) == .trailingBytes)
    }

    @Test("an error of the source is passed on")
    func source() {
        struct Broken: ByteSource {
            func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> Int { throw .system(5) }
        }
        #expect(readFrames(Broken()).error == .stream(.system(5)))
    }
}
