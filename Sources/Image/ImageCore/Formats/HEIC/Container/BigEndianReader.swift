/// Reads what boxes hold, one field after the other; what is not there is damage.
struct BigEndianReader {
    /// What has not been read yet.
    private(set) var rest: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// The next `count` bytes.
    ///
    /// - Throws: ``DecodingError/corrupt(_:)`` if there are fewer.
    mutating func take(_ count: Int) throws(DecodingError) -> UnsafeRawBufferPointer {
        guard count >= 0, count <= rest.count else { throw .corrupt("a box ends early") }
        defer { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
        return UnsafeRawBufferPointer(rebasing: rest[..<count])
    }

    mutating func skip(_ count: Int) throws(DecodingError) {
        _ = try take(count)
    }

    /// An unsigned integer of 0 to 8 bytes.
    ///
    /// - Throws: ``DecodingError/corrupt(_:)`` for one beyond 2^62, too, so that two can be added.
    mutating func integer(_ byteCount: Int) throws(DecodingError) -> Int {
        let value = try take(byteCount).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard value < 1 << 62 else { throw .corrupt("a box states a number that cannot be") }
        return Int(value)
    }

    /// A signed integer of four bytes.
    mutating func signedInteger() throws(DecodingError) -> Int {
        Int(Int32(truncatingIfNeeded: try integer(4)))
    }

    mutating func type() throws(DecodingError) -> BoxType {
        BoxType(code: UInt32(truncatingIfNeeded: try integer(4)))
    }

    /// The version and the flags of a full box (ISO/IEC 14496-12, section 4.2).
    mutating func versionAndFlags() throws(DecodingError) -> (version: Int, flags: Int) {
        let word = try integer(4)
        return (word >> 24, word & 0xFF_FFFF)
    }
}
