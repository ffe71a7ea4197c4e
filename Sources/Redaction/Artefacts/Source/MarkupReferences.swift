/// References to characters in HTML and XML: `&amp;`, `&#39;`, `&#x27;`.
enum MarkupReferences {
    private static let names: [(name: String, scalar: Unicode.Scalar)] = [
        ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("nbsp", "\u{A0}"),
    ]
    /// Bytes of a reference at most.
    private static let longest = 12

    /// The reference for a character that may not stand in text and attributes as it is.
    static func reference(for character: Character) -> String? {
        switch character {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "'": "&#39;"
        default: nil
        }
    }

    /// The scalar of the reference at `offset`, and its bytes; nil if it is none that is known.
    static func decode(at offset: Int, in bytes: UnsafeRawBufferPointer) -> (scalar: Unicode.Scalar, byteCount: Int)? {
        let text = bytes[offset...].prefix(longest)
        guard let end = text.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: text[(offset + 1)..<end], as: UTF8.self)
        guard let scalar = names.first(where: { $0.name == name })?.scalar ?? number(name) else { return nil }
        return (scalar, end + 1 - offset)
    }

    private static func number(_ name: String) -> Unicode.Scalar? {
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        return (isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)).flatMap { Unicode.Scalar($0) }
    }
}
