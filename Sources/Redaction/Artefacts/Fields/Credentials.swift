import SecureMemory

/// The secrets within what a header or a cookie holds.
enum Credentials {
    /// Bytes of a part that is a secret, at least; attributes of cookies are shorter or have names.
    private static let shortest = 8
    private static let attributes: Set<String> = [
        "expires", "max-age", "domain", "path", "samesite", "secure", "httponly",
    ]

    /// The tokens behind a scheme, as in `Bearer eyJ…`, and the values of cookies, as in `sid=…; Path=/`.
    static func parts(of value: SecureBytes) -> [SecureBytes] {
        value.withUnsafeBytes { bytes in
            var parts: [Range<Int>] = []
            for pair in ranges(of: bytes[...], partedBy: UInt8(ascii: ";")) {
                let words = ranges(of: bytes[pair], partedBy: UInt8(ascii: " "))
                for word in words {
                    guard let equals = bytes[word].firstIndex(of: UInt8(ascii: "=")) else {
                        if words.count == 2, word == words[1] { parts.append(word) }
                        continue
                    }
                    let name = String(decoding: bytes[word.lowerBound..<equals], as: UTF8.self).lowercased()
                    if !attributes.contains(name) { parts.append(equals + 1..<word.upperBound) }
                }
            }
            return parts.filter { $0.count >= shortest }.map { value[$0] }
        }
    }

    private static func ranges(of text: Slice<UnsafeRawBufferPointer>, partedBy separator: UInt8) -> [Range<Int>] {
        text.split(separator: separator).map { $0.startIndex..<$0.endIndex }
    }
}
