/// The byte classes of RFC 9110 (section 5.6) and RFC 3986 that the rest of this module is written in.
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

    /// Whether this is a digit of ASCII (DIGIT).
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    /// Whether this is a letter of ASCII (ALPHA).
    var isLetter: Bool {
        let lowercase = self | 0x20
        return lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "z")
    }

    /// Whether this is what methods, field names and list members consist of: tchar (RFC 9110, section 5.6.2).
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
