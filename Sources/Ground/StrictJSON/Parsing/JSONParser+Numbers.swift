import SecureMemory

extension JSONParser {
    /// Reads a number (RFC 8259, section 6): `-0.5e+3`, with no plus sign before it, no leading zero, no bare point.
    mutating func parseNumber() throws(JSONSyntaxError) -> Double {
        let start = offset
        skipOne(of: "-")
        if next == UInt8(ascii: "0") {
            let zero = offset
            offset += 1
            if let byte = next, Self.isDigit(byte) { throw failure(.leadingZero, at: zero) }
        } else {
            try skipDigits()
        }
        if skipOne(of: ".") { try skipDigits() }
        if skipOne(of: "e", "E") {
            skipOne(of: "+", "-")
            try skipDigits()
        }
        guard offset - start <= limits.numberByteCount else {
            throw failure(.numberTooLong(limit: limits.numberByteCount), at: start)
        }
        // Correctly rounded and independent of the locale; too small a number becomes zero, too large a one infinite.
        guard let number = Double(String(decoding: bytes[start..<offset], as: UTF8.self)), number.isFinite else {
            throw failure(.numberOutOfRange, at: start)
        }
        return number
    }

    @discardableResult
    private mutating func skipOne(of characters: Unicode.Scalar...) -> Bool {
        guard let byte = next, characters.contains(Unicode.Scalar(byte)) else { return false }
        offset += 1
        return true
    }

    private mutating func skipDigits() throws(JSONSyntaxError) {
        guard let byte = next, Self.isDigit(byte) else { throw unexpected("a digit") }
        while let byte = next, Self.isDigit(byte) {
            offset += 1
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}

extension Double {
    /// The number that `text` is, as JSON writes one (RFC 8259, section 6), with white space round it passed over. Nil for
    /// everything else, and for what is beyond the range of `Double`.
    ///
    /// For numbers that stand outside of a JSON text. Unlike ``JSONValue/init(parsing:limits:)`` it needs no wiped memory.
    public init?(json text: String) {
        var text = text
        let number = text.withUTF8 { bytes -> Double? in
            // A number, unlike a string, is no slice of its source.
            let bytes = UnsafeRawBufferPointer(bytes)
            var parser = JSONParser(source: SecureBytes(), bytes: bytes, limits: JSONLimits())
            parser.skipWhiteSpace()
            guard let number = try? parser.parseNumber() else { return nil }
            parser.skipWhiteSpace()
            return parser.next == nil ? number : nil
        }
        guard let number else { return nil }
        self = number
    }
}
