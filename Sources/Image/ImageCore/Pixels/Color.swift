/// An opaque sRGB colour, without alpha: the cover of a snapshot must hide it.
public struct Color: Sendable, Hashable {
    /// Red, 0 to 255.
    public let red: UInt8
    /// Green, 0 to 255.
    public let green: UInt8
    /// Blue, 0 to 255.
    public let blue: UInt8

    /// A colour from its samples.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// A colour in CSS hexadecimal notation, `#rgb` or `#rrggbb`, in either case. Nil for anything else.
    public init?(hex text: String) {
        guard text.utf8.first == UInt8(ascii: "#") else { return nil }
        var digits: [UInt8] = []
        for character in text.dropFirst() {
            guard character.isASCII, let digit = character.hexDigitValue else { return nil }
            digits.append(UInt8(digit))
        }
        switch digits.count {
        case 3: self.init(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
        case 6:
            self.init(
                red: digits[0] << 4 | digits[1],
                green: digits[2] << 4 | digits[3],
                blue: digits[4] << 4 | digits[5]
            )
        default: return nil
        }
    }

    /// Black, `#000000`.
    public static let black = Color(red: 0, green: 0, blue: 0)
    /// White, `#FFFFFF`.
    public static let white = Color(red: 255, green: 255, blue: 255)
}
