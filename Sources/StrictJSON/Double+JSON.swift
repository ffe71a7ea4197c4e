import SecureMemory

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
