/// Constants of the container (nut.txt of the NUT project, and FFmpeg's libavformat).
enum NUT {
    static let identifier = Array("nut/multimedia container\0".utf8)
    /// The version that FFmpeg writes, and the one in which videos for pipes are told from others.
    static let (version, pipeVersion): (UInt64, UInt64) = (3, 4)
    static let startByte = UInt8(ascii: "N")
    static let videoClass: UInt64 = 0
    /// Payloads beyond this size have a checksum of their own size.
    static let longestUncheckedPayload: UInt64 = 4096
    static let checksumByteCount = 4
}

/// Properties of a frame; a first byte of a frame stands for some of them.
struct FrameFlags: OptionSet {
    let rawValue: UInt64

    static let key = FrameFlags(rawValue: 1 << 0)
    static let codedTime = FrameFlags(rawValue: 1 << 3)
    static let streamNumber = FrameFlags(rawValue: 1 << 4)
    static let codedSize = FrameFlags(rawValue: 1 << 5)
    static let checksum = FrameFlags(rawValue: 1 << 6)
    static let coded = FrameFlags(rawValue: 1 << 12)
    static let invalid = FrameFlags(rawValue: 1 << 13)

    /// All that FFmpeg may set for raw video.
    static let supported: FrameFlags = [.key, .codedTime, .streamNumber, .codedSize, .checksum, .coded]
}

/// CRC-32 of the polynomial 0x04C11DB7 from the highest bit down, which starts at 0 and ends without an inversion: that of bytes
/// with their checksum after them is 0.
struct NUTChecksum {
    private(set) var value: UInt32 = 0

    mutating func append(_ byte: UInt8) {
        value ^= UInt32(byte) << 24
        for _ in 0..<8 { value = value << 1 ^ (value >> 31 == 1 ? 0x04C1_1DB7 : 0) }
    }

    mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { append(byte) }
    }
}

/// Number that is being read: 7 bits a byte, from the highest down, with the highest bit set in all but the last byte.
struct NUTNumber {
    private(set) var value: UInt64 = 0

    /// Appends the next byte and returns whether it is the last. A number has 64 bits at the most.
    mutating func append(_ byte: UInt8, in part: NUTPart) throws(RawVideoError) -> Bool {
        // A leading byte of 0 would let a number go on for ever.
        guard value >> 57 == 0, value != 0 || byte != 0x80 else { throw .malformed(part) }
        value = value << 7 | UInt64(byte & 0x7F)
        return byte & 0x80 == 0
    }

    /// Appends the bytes of `value` to `bytes`.
    static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        let groups = max(1, (64 - value.leadingZeroBitCount + 6) / 7)
        for group in (1..<groups).reversed() { bytes.append(0x80 | UInt8(value >> (7 * UInt64(group)) & 0x7F)) }
        bytes.append(UInt8(value & 0x7F))
    }
}
