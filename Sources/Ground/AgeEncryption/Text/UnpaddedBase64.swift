import Base64Coding
import SecureMemory

/// Base64 with the standard alphabet and without padding, in its canonical form alone (RFC 4648, sections 3.5 and 4): parts of a
/// header, which are short and no secret.
enum UnpaddedBase64 {
    /// Number of characters for so many bytes.
    static func characterCount(ofBytes count: Int) -> Int { (4 * count + 2) / 3 }

    /// The bytes that `text` stands for, or nil if it is not the canonical text of any.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        // Padding and line breaks are of the other form.
        guard text.allSatisfy(Base64.alphabet.contains), text.count % 4 != 1 else { return nil }
        let padded = Array(text) + padding(ofCharacters: text.count)
        return try? [UInt8](unsafeUninitializedCapacity: padded.count / 4 * 3) { bytes, count in
            count = try padded.withUnsafeBytes { try Base64.decode($0, into: UnsafeMutableRawBufferPointer(bytes)) }
        }
    }

    /// The text of `bytes`.
    static func encode(_ bytes: [UInt8]) throws(OutOfMemory) -> SecureBytes {
        var text = try SecureBytesBuilder()
        try bytes.span.withUnsafeBytes { (bytes) throws(OutOfMemory) in try Base64.encode(bytes, into: &text) }
        return text.finish()[0..<characterCount(ofBytes: bytes.count)]
    }

    private static func padding(ofCharacters count: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(ascii: "="), count: (4 - count % 4) % 4)
    }
}
