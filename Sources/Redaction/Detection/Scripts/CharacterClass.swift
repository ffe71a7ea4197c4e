/// What a character tells of the script of a word.
enum CharacterClass {
    /// A character of the script in question.
    case script
    /// A Han character, which the recogniser knows as Chinese.
    case han
    case latin, digit
    case space
    case dash
    /// What stands beside letters in any script: a stop, a bracket, a sign of money.
    case sign
    case other

    /// Whether characters of both classes may be taken for each other: letters of any script are, and Latin ones for digits.
    func resembles(_ other: CharacterClass) -> Bool {
        switch self {
        case .latin: other == .digit || other.isLetter
        case .digit: other == .digit || other == .latin
        default: isLetter ? other.isLetter : self == other
        }
    }

    /// Whether it is a letter of any script.
    var isLetter: Bool { [.script, .han, .latin, .other].contains(self) }

    init(_ character: Unicode.Scalar, in script: Script) {
        self =
            switch character.value {
            case 0x20: .space
            case 0x2D, 0x2010...0x2015, 0x2212: .dash
            case 0x30...0x39: .digit
            case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F: .latin
            case ..<0xC0, 0x2016...0x205E, 0x20A0...0x20CF, 0x3001...0x3002, 0xFF01...0xFF0F, 0xFF1A...0xFF20: .sign
            case 0x3400...0x9FFF: .han
            default: script.contains(character) ? .script : .other
            }
    }
}
