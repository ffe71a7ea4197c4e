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

    /// VCHAR: a visible ASCII character.
    var isVisibleASCII: Bool { self > 0x20 && self < 0x7F }

    /// OWS: a space or a tab.
    var isWhitespace: Bool { self == .space || self == .horizontalTab }

    /// DIGIT.
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    /// ALPHA.
    var isLetter: Bool {
        let lowercase = self | 0x20
        return lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "z")
    }

    /// tchar: what methods, field names and list members consist of (RFC 9110, section 5.6.2).
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

    /// What a registered name is made of beside percent escapes: unreserved and sub-delims (RFC 3986, section 3.2.2).
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

    /// The value of a HEXDIG, or nil.
    var hexadecimalValue: Int? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(self) - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(self) - 0x61 + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(self) - 0x41 + 10
        default: nil
        }
    }
}
