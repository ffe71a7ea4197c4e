/// One scalar of a text, as it is compared.
struct TextUnit: BitwiseCopyable {
    /// What a scalar is for the search.
    enum Class: UInt8 {
        case digit
        case capital
        case small
        /// A letter of a script without capitals.
        case letter
        /// A mark over or under the letter before it.
        case mark
        case space
        /// Between two pieces of a run; no scalar of a text.
        case gap
        case other
    }

    /// The scalar with plain forms in place of others: ASCII in place of wide letters and of digits of other scripts, `-` for
    /// all dashes, one space for all spaces.
    let scalar: UInt32
    /// The scalar in small letters without accents, for labels.
    let folded: UInt32
    /// The piece that it is in; -1 for a gap.
    let piece: Int32
    /// Its place in the piece, in scalars.
    let offset: Int32
    let unitClass: Class

    /// What is between two pieces that are read as one.
    static let gap = TextUnit(scalar: 0, folded: 0, piece: -1, offset: 0, unitClass: .gap)

    var isDigit: Bool { unitClass == .digit }
    var isLetter: Bool { unitClass == .capital || unitClass == .small || unitClass == .letter }
    var isWordPart: Bool { isDigit || isLetter || unitClass == .mark }
    var isSpace: Bool { unitClass == .space }
    /// Whether it is an ASCII letter or a digit.
    var isAlphanumeric: Bool { isDigit || isLetter && scalar < 0x80 }
    /// The character as ASCII; 0 if it is none.
    var ascii: UInt8 { scalar < 0x80 ? UInt8(truncatingIfNeeded: scalar) : 0 }
    /// The character as ASCII in capitals; 0 if it is none.
    var capital: UInt8 { unitClass == .small && scalar < 0x80 ? ascii & 0xDF : ascii }

    /// Whether it is this ASCII character.
    func equals(_ character: Unicode.Scalar) -> Bool { scalar == character.value }
}
