/// Reads the parameters of a header's value, `; name=token; name="quoted string"` (RFC 9110, section 5.6.6), for the two
/// headers that have them: `Content-Type` and a part's `Content-Disposition`.
struct ParameterScanner {
    /// The rules of quoted strings.
    enum Quoting {
        /// Those of RFC 9110, section 5.6.4: ASCII, and a backslash quotes the character behind it.
        case http
        /// Those of forms: UTF-8, where `%22`, `%0D` and `%0A` stand for characters that cannot be written
        /// (WHATWG HTML, "multipart/form-data encoding algorithm"). Older senders write `\"` and `\\`; another
        /// backslash is one of a Windows path and stands for itself.
        case form
    }

    struct Parameter {
        /// The name, in lower case.
        let name: String
        /// The value, without its quotation marks and escapes.
        let value: String
        /// Whether a backslash was written, for which senders follow different rules.
        let hasBackslash: Bool
    }

    enum Fault: Error {
        /// The value does not follow the grammar from this byte on.
        case malformed(offset: Int)
        /// Two parameters have this name.
        case repeated(name: String)
    }

    private let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    var malformed: Fault { .malformed(offset: offset) }

    /// Reads a token (RFC 9110, section 5.6.2), which is not empty.
    mutating func token() throws(Fault) -> String {
        let start = offset
        while let byte = next, byte.isTokenCharacter {
            offset += 1
        }
        guard offset > start else { throw malformed }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    /// Passes `byte`, which has to come next.
    mutating func skip(_ byte: UInt8) throws(Fault) {
        guard next == byte else { throw malformed }
        offset += 1
    }

    /// Reads everything to the end of the value. A parameter that is left out between two semicolons is let through, as
    /// the grammar has it.
    mutating func parameters(quoting: Quoting) throws(Fault) -> [Parameter] {
        var parameters: [Parameter] = []
        var names: Set<String> = []
        skipWhiteSpace()
        while next != nil {
            try skip(UInt8(ascii: ";"))
            skipWhiteSpace()
            guard let byte = next, byte != UInt8(ascii: ";") else { continue }
            let name = try token().lowercased()
            guard names.insert(name).inserted else { throw .repeated(name: name) }
            try skip(UInt8(ascii: "="))
            if next == UInt8(ascii: "\"") {
                let (value, hasBackslash) = try quotedString(quoting)
                parameters.append(Parameter(name: name, value: value, hasBackslash: hasBackslash))
            } else {
                parameters.append(Parameter(name: name, value: try token(), hasBackslash: false))
            }
            skipWhiteSpace()
        }
        return parameters
    }

    private mutating func skipWhiteSpace() {
        while let byte = next, byte.isWhitespace {
            offset += 1
        }
    }

    private mutating func quotedString(_ quoting: Quoting) throws(Fault) -> (value: String, hasBackslash: Bool) {
        try skip(UInt8(ascii: "\""))
        let start = offset
        var value: [UInt8] = []
        var hasBackslash = false
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 || byte == 0x09, byte != 0x7F, byte < 0x80 || quoting == .form else { throw malformed }
            if byte == UInt8(ascii: "\\") {
                hasBackslash = true
                offset += 1
                value.append(try quotedCharacter(quoting))
            } else if quoting == .form, let decoded = percentEncodedCharacter() {
                value.append(decoded)
            } else {
                value.append(byte)
                offset += 1
            }
        }
        try skip(UInt8(ascii: "\""))
        guard let text = String(validating: value, as: UTF8.self) else { throw .malformed(offset: start) }
        return (text, hasBackslash)
    }

    /// Reads the character after a backslash; none if the backslash stands for itself.
    private mutating func quotedCharacter(_ quoting: Quoting) throws(Fault) -> UInt8 {
        guard let byte = next, byte >= 0x20 || byte == 0x09, byte != 0x7F, byte < 0x80 || quoting == .form else {
            throw malformed
        }
        let isEscape = quoting == .http || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
        guard isEscape else { return UInt8(ascii: "\\") }
        offset += 1
        return byte
    }

    /// Reads one of the three characters that browsers percent-encode, if it comes next. Other percent signs
    /// stand for themselves: nobody encodes them.
    private mutating func percentEncodedCharacter() -> UInt8? {
        guard next == UInt8(ascii: "%"), offset + 3 <= bytes.count else { return nil }
        let decoded: UInt8
        switch (bytes[offset + 1], bytes[offset + 2]) {
        case (UInt8(ascii: "2"), UInt8(ascii: "2")): decoded = UInt8(ascii: "\"")
        case (UInt8(ascii: "0"), UInt8(ascii: "D")): decoded = 0x0D
        case (UInt8(ascii: "0"), UInt8(ascii: "A")): decoded = 0x0A
        default: return nil
        }
        offset += 3
        return decoded
    }
}
