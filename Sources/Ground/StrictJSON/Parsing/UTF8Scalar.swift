/// Well-formed UTF-8, byte by byte (The Unicode Standard, table 3-7).
enum UTF8Scalar {
    /// The bytes that the scalar at `offset` takes, or nil if what is there is not well-formed: an overlong form, a
    /// surrogate, beyond U+10FFFF, cut off, or a stray continuation byte.
    ///
    /// - Parameters:
    ///   - offset: Within `bytes`.
    ///   - bytes: The text.
    static func byteCount(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
        let first = bytes[offset]
        let count: Int
        let second: ClosedRange<UInt8>
        switch first {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
        case 0xE0: (count, second) = (3, 0xA0...0xBF)
        case 0xED: (count, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (count, second) = (3, 0x80...0xBF)
        case 0xF0: (count, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
        case 0xF4: (count, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard offset + count <= bytes.count, second.contains(bytes[offset + 1]) else { return nil }
        for index in offset + 2..<offset + count where bytes[index] & 0xC0 != 0x80 {
            return nil
        }
        return count
    }

    /// The scalar at `offset`, or nil if what is there is not well-formed.
    static func decode(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Unicode.Scalar? {
        guard let count = byteCount(at: offset, in: bytes) else { return nil }
        return String(decoding: bytes[offset..<offset + count], as: UTF8.self).unicodeScalars.first
    }
}
