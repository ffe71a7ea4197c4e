/// The byte classes of RFC 9110 (section 5.6) and RFC 3986 that this module is written in.
extension UInt8 {
    static let horizontalTab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")

    /// Whether this may stand anywhere within a line: HTAB, SP, VCHAR and obs-text; no other control, no DEL.
    var isLineText: Bool {
        self >= 0x20 && self != 0x7F || self == .horizontalTab
    }

    /// Whether this is a visible ASCII character (VCHAR).
    var isVisibleASCII: Bool { self > 0x20 && self < 0x7F }

    /// Whether this is a space or a tab (OWS).
    var isWhitespace: Bool { self == .space || self == .horizontalTab }

    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    var isLetter: Bool {
        let lowercase = self | 0x20
        return lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "z")
    }

    /// Whether this is a character of methods, field names and list members: tchar (RFC 9110, section 5.6.2).
    var isTokenCharacter: Bool {
        if isLetter || isDigit { return true }
        switch self {
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            return true
        default:
            return false
        }
    }

    /// Whether this may stand in a registered name outside of percent escapes: unreserved and sub-delims (RFC 3986,
    /// section 3.2.2).
    var isRegisteredNameCharacter: Bool {
        if isLetter || isDigit { return true }
        switch self {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "!"),
            UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"),
            UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
            return true
        default:
            return false
        }
    }

    /// The value of a hexadecimal digit (HEXDIG); nil for any other byte.
    var hexadecimalValue: Int? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(self) - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(self) - 0x61 + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(self) - 0x41 + 10
        default: nil
        }
    }
}

extension Span<UInt8> {
    /// The bytes as text; other bytes than UTF-8 are replaced, so only for bytes that are known to be ASCII or UTF-8.
    var text: String {
        withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    func allSatisfy(_ condition: (UInt8) -> Bool) -> Bool {
        for index in indices where !condition(self[index]) { return false }
        return true
    }

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
