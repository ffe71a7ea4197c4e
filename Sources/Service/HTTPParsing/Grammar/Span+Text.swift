/// Reading text out of borrowed bytes. Every index here is checked by `Span` itself.
extension Span<UInt8> {
    /// The bytes as text; what is not UTF-8 is replaced, so only for bytes that are known to be ASCII or UTF-8.
    var text: String {
        withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether every byte satisfies `condition`.
    func allSatisfy(_ condition: (UInt8) -> Bool) -> Bool {
        for index in indices where !condition(self[index]) { return false }
        return true
    }

    /// The first place of `byte` at or after `start`, or nil.
    func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        var index = start
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// Whether these bytes are those of `literal`, ASCII letters in either case if `ignoringCase`.
    func equals(_ literal: StaticString, ignoringCase: Bool = false) -> Bool {
        literal.withUTF8Buffer { expected in
            guard expected.count == count else { return false }
            for index in indices {
                let byte = self[index]
                if byte == expected[index] { continue }
                guard ignoringCase, byte.isLetter, byte ^ 0x20 == expected[index] else { return false }
            }
            return true
        }
    }

    /// The places between the whitespace at either end (RFC 9112, section 5.1: OWS is no part of a field value).
    var boundsWithoutWhitespace: Range<Int> {
        var start = 0
        var end = count
        while start < end, self[start].isWhitespace { start += 1 }
        while end > start, self[end - 1].isWhitespace { end -= 1 }
        return start..<end
    }

    /// Whether every `%` begins an escape of two hexadecimal digits (RFC 3986, section 2.1).
    var hasWellFormedEscapes: Bool {
        var index = 0
        while let percent = firstIndex(of: UInt8(ascii: "%"), from: index) {
            guard percent + 2 < count,
                self[percent + 1].hexadecimalValue != nil,
                self[percent + 2].hexadecimalValue != nil
            else { return false }
            index = percent + 3
        }
        return true
    }
}
