import SecureMemory

/// A strip of a picture as a part of a zlib stream.
struct EncodedStrip: Sendable {
    /// Whole bytes of a deflate stream.
    let bytes: SecureBytes
    /// The checksum of the filtered rows (RFC 1950).
    let adler32: UInt32
    /// Bytes of the filtered rows.
    let filteredCount: Int
}

/// The Adler-32 checksum of bytes that come in parts (RFC 1950, section 9).
struct Adler32 {
    private(set) var value: UInt32 = 1

    private static let modulus: UInt64 = 65_521

    /// Adds `count` bytes whose own checksum is `part`.
    mutating func append(_ part: UInt32, count: Int) {
        // Each byte of the part counts once more than it does in the part for each unit of the sum before it; and either
        // sum starts from one, of which one is too many.
        let (low, high) = (UInt64(value & 0xFFFF), UInt64(value >> 16))
        let (partLow, partHigh) = (UInt64(part & 0xFFFF), UInt64(part >> 16))
        let newLow = (low + partLow + Self.modulus - 1) % Self.modulus
        let repeats = UInt64(count) % Self.modulus
        let newHigh = (high + partHigh + repeats * (low + Self.modulus - 1)) % Self.modulus
        value = UInt32(newHigh << 16 | newLow)
    }
}
