import SecureMemory

/// Base64 with the standard alphabet and without padding, in its canonical form alone (RFC 4648, sections 3.5 and 4).
enum UnpaddedBase64 {
    /// Number of characters for so many bytes.
    static func characterCount(ofBytes count: Int) -> Int { (4 * count + 2) / 3 }

    /// The bytes that `text` stands for, or nil if it is not the canonical text of any.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        let characters = Array(text)
        var bytes = [UInt8](repeating: 0, count: 3 * characters.count / 4)
        let count = characters.withUnsafeBytes { from in bytes.withUnsafeMutableBytes { decode(from, into: $0) } }
        return count == bytes.count ? bytes : nil
    }

    /// Writes the bytes that `text` stands for to `bytes`, which has room for three for every four characters, and
    /// returns their number; nil if it is not the canonical text of any.
    static func decode(_ text: UnsafeRawBufferPointer, into bytes: UnsafeMutableRawBufferPointer) -> Int? {
        precondition(bytes.count >= 3 * text.count / 4, "no room for the bytes")
        let groups = text.count / 4
        let isRead = values.withUnsafeBufferPointer { values in
            for group in 0..<groups {
                let four = UInt32(littleEndian: text.loadUnaligned(fromByteOffset: 4 * group, as: UInt32.self))
                let first = values[Int(four & 0xFF)]
                let second = values[Int(four >> 8 & 0xFF)]
                let third = values[Int(four >> 16 & 0xFF)]
                let fourth = values[Int(four >> 24)]
                guard first | second | third | fourth < 64 else { return false }
                bytes[3 * group] = first << 2 | second >> 4
                bytes[3 * group + 1] = second << 4 | third >> 2
                bytes[3 * group + 2] = third << 6 | fourth
            }
            return true
        }
        guard isRead else { return nil }
        return decodeRest(text, from: 4 * groups, into: bytes, from: 3 * groups)
    }

    /// Decodes the last two or three characters, or none.
    private static func decodeRest(
        _ text: UnsafeRawBufferPointer,
        from start: Int,
        into bytes: UnsafeMutableRawBufferPointer,
        from end: Int
    ) -> Int? {
        let rest = text[start...].map { values[Int($0)] }
        guard rest.allSatisfy({ $0 < 64 }) else { return nil }
        switch rest.count {
        case 0: return end
        case 2:
            guard rest[1] & 0xF == 0 else { return nil }
            bytes[end] = rest[0] << 2 | rest[1] >> 4
            return end + 1
        case 3:
            guard rest[2] & 0x3 == 0 else { return nil }
            bytes[end] = rest[0] << 2 | rest[1] >> 4
            bytes[end + 1] = rest[1] << 4 | rest[2] >> 2
            return end + 2
        default: return nil
        }
    }

    /// Appends the text of `bytes`.
    static func encode(_ bytes: UnsafeRawBufferPointer, into builder: inout SecureBytesBuilder) throws(OutOfMemory) {
        let count = characterCount(ofBytes: bytes.count)
        try builder.appendInPlace(minimum: count) { text in
            alphabet.withUnsafeBufferPointer { alphabet in
                for group in 0..<bytes.count / 3 {
                    let (first, second, third) = (bytes[3 * group], bytes[3 * group + 1], bytes[3 * group + 2])
                    text[4 * group] = alphabet[Int(first >> 2)]
                    text[4 * group + 1] = alphabet[Int(first << 4 & 0x30 | second >> 4)]
                    text[4 * group + 2] = alphabet[Int(second << 2 & 0x3C | third >> 6)]
                    text[4 * group + 3] = alphabet[Int(third & 0x3F)]
                }
                encodeRest(bytes, into: text, alphabet)
            }
            return count
        }
    }

    private static func encodeRest(
        _ bytes: UnsafeRawBufferPointer,
        into text: UnsafeMutableRawBufferPointer,
        _ alphabet: UnsafeBufferPointer<UInt8>
    ) {
        let group = bytes.count / 3
        guard bytes.count > 3 * group else { return }
        let first = bytes[3 * group]
        let second = bytes.count > 3 * group + 1 ? bytes[3 * group + 1] : 0
        text[4 * group] = alphabet[Int(first >> 2)]
        text[4 * group + 1] = alphabet[Int(first << 4 & 0x30 | second >> 4)]
        if bytes.count > 3 * group + 1 { text[4 * group + 2] = alphabet[Int(second << 2 & 0x3C)] }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The six bits of every byte, or 255.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()
}
