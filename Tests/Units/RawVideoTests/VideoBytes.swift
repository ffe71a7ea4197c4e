import RawVideo

/// Source that gives out bytes in pieces of at most `piece` bytes.
struct PiecewiseSource: ByteSource {
    var bytes: ArraySlice<UInt8>
    var piece = Int.max

    init(_ bytes: [UInt8], piece: Int = .max) {
        self.bytes = bytes[...]
        self.piece = piece
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> Int {
        let part = bytes.prefix(min(piece, buffer.count))
        buffer.copyBytes(from: part)
        bytes = bytes.dropFirst(part.count)
        return part.count
    }
}

/// Sink that keeps what is written, up to `capacity` bytes.
final class KeepingSink: ByteSink {
    private(set) var bytes: [UInt8] = []
    private let capacity: Int

    init(capacity: Int = .max) {
        self.capacity = capacity
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(StreamError) {
        guard bytes.count <= capacity - self.bytes.count else { throw .closed }
        self.bytes += bytes
    }
}

struct Frame: Equatable {
    let time: Int64
    let bytes: [UInt8]
}

let wide = NUTLimits(width: 4096, height: 4096, pixelCount: 1 << 22)

/// The frames of a video up to its end or to the error that ended it.
func readFrames(
    _ source: some ByteSource,
    limits: NUTLimits = wide
) -> (format: RawVideoFormat?, frames: [Frame], error: RawVideoError?) {
    var frames: [Frame] = []
    var format: RawVideoFormat?
    do throws(RawVideoError) {
        var reader = try NUTReader(source, limits: limits)
        format = reader.format
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: reader.format.byteCount, alignment: 1)
        defer { buffer.deallocate() }
        while let time = try reader.next(into: buffer) { frames.append(Frame(time: time, bytes: Array(buffer))) }
        return (format, frames, nil)
    } catch {
        return (format, frames, error)
    }
}

func written(_ frames: [Frame], _ format: RawVideoFormat, frameRate: Ratio? = nil) throws -> [UInt8] {
    let sink = KeepingSink()
    var writer = try NUTWriter(sink, format: format, frameRate: frameRate)
    for frame in frames { try frame.bytes.span.withUnsafeBytes { try writer.write($0, at: frame.time) } }
    return sink.bytes
}

/// Bytes of a video that a test puts together from numbers, right or wrong.
struct VideoBytes {
    static let identifier = Array("nut/multimedia container\0".utf8)
    static let main: UInt64 = 0x4E4D_7A56_1F5F_04AD
    static let stream: UInt64 = 0x4E53_1140_5BF2_F9DB
    static let info: UInt64 = 0x4E49_AB68_B596_BA78
    static let syncpoint: UInt64 = 0x4E4B_E4AD_EECA_4569
    static let index: UInt64 = 0x4E58_DD67_2F23_E64E

    var version: UInt64 = 3
    var streamCount: UInt64 = 1
    var maximumDistance: UInt64 = 32_767
    var timeBase: (UInt64, UInt64) = (1, 1000)
    /// The codes 0 and 1 are frames of 6 bytes, a unit after the one before, and frames with all numbers coded.
    var codes: [[UInt64]] = [
        [1, 6, 1, 7, 0, 6, 0, 1], [0x1000, 6, 0, 1, 0, 0, 0, 1], [0x2000, 6, 0, 1, 0, 0, 0, 253],
    ]
    var videoClass: UInt64 = 0
    var fourCC = "I420"
    var timeBaseNumber: UInt64 = 0
    var shortTimeBitCount: UInt64 = 4
    var maximumTimeDistance: UInt64 = 1000
    var size: (UInt64, UInt64) = (2, 2)
    var sampleAspect: (UInt64, UInt64) = (0, 0)

    var mainHeader: [UInt8] { Self.packet(Self.main, mainPayload) }

    var streamHeader: [UInt8] { Self.packet(Self.stream, streamPayload) }

    var mainPayload: [UInt8] {
        Self.numbers([version, streamCount, maximumDistance, 1, timeBase.0, timeBase.1] + codes.joined() + [0])
    }

    var streamPayload: [UInt8] {
        let text = Array(fourCC.utf8)
        let rest = [
            timeBaseNumber, shortTimeBitCount, maximumTimeDistance, 0, 0, 0, size.0, size.1, sampleAspect.0,
            sampleAspect.1, 0,
        ]
        let start = Self.numbers([0, videoClass, UInt64(text.count)])
        return start + text + Self.numbers(rest)
    }

    var headers: [UInt8] { Self.identifier + mainHeader + streamHeader }

    static func syncpoint(at time: UInt64) -> [UInt8] { packet(syncpoint, numbers([time, 0])) }

    /// A frame of the code 1 with all numbers, and a checksum.
    static func frame(_ time: UInt64, size: UInt64, flags: UInt64 = 0x69, _ bytes: [UInt8]) -> [UInt8] {
        let header = [1] + numbers([flags, time, size])
        return header + checksum(header) + bytes
    }

    static func packet(_ code: UInt64, _ payload: [UInt8]) -> [UInt8] {
        let start = bytes(code) + numbers([UInt64(payload.count + 4)])
        return start + (payload.count + 4 > 4096 ? checksum(start) : []) + payload + checksum(payload)
    }

    static func numbers(_ values: [UInt64]) -> [UInt8] {
        values.flatMap { value in
            var groups = [UInt8(value & 0x7F)]
            var rest = value >> 7
            while rest > 0 {
                groups.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
                rest >>= 7
            }
            return groups
        }
    }

    static func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }

    /// The remainder of the bytes by the polynomial, bit after bit.
    static func checksum(_ content: [UInt8]) -> [UInt8] {
        var remainder: UInt32 = 0
        for byte in content {
            for bit in (0..<8).reversed() {
                let carry = remainder >> 31 ^ UInt32(byte >> bit & 1)
                remainder = remainder << 1 ^ (carry == 1 ? 0x04C1_1DB7 : 0)
            }
        }
        return bytes(remainder)
    }
}
