import SecureMemory
import TextAlgorithms

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
            for pair in ranges(within: bytes.indices, of: bytes, partedBy: UInt8(ascii: ";")) {
                let words = ranges(within: pair, of: bytes, partedBy: UInt8(ascii: " "))
                for word in words {
                    guard let equals = bytes[word].firstIndex(of: UInt8(ascii: "=")) else {
                        if words.count == 2, word == words[1] { parts.append(word) }
                        continue
                    }
                    let name = bytes[word.lowerBound..<equals]
                    guard name.allSatisfy(isNamePart) else { continue }
                    let isAttribute = attributes.contains(String(decoding: name, as: UTF8.self).lowercased())
                    if !isAttribute { parts.append(equals + 1..<word.upperBound) }
                }
            }
            return parts.filter { $0.count >= shortest }.map { value[$0] }
        }
    }

    /// Whether a byte may be in the name of a cookie: a token of RFC 9110.
    private static func isNamePart(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    /// The ranges between separators that are not empty.
    private static func ranges(
        within range: Range<Int>,
        of bytes: UnsafeRawBufferPointer,
        partedBy separator: UInt8
    ) -> [Range<Int>] {
        let ends = range.filter { bytes[$0] == separator } + [range.upperBound]
        let starts = [range.lowerBound] + ends.dropLast().map { $0 + 1 }
        return zip(starts, ends).filter { $0 < $1 }.map { $0..<$1 }
    }
}
