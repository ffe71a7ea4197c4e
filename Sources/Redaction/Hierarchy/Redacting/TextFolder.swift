import BoundedWork
import TextAlgorithms

/// Conversion of texts that read the same to the same characters, to find one in another however either is written.
///
/// Case, the composition of accents, the width of Latin letters and digits, the script of decimal digits, the kind and number of
/// white space, spaces in scripts that need none, and marks that are not seen, such as those for the direction of writing, make
/// no difference. Accents do: a text is another one with them, while labels are compared without (`TextUnit` of SensitiveText).
struct TextFolder: ~Copyable {
    /// The tokens of characters beyond ASCII. `String` compares under canonical equivalence.
    private var tokens: [String: UInt32] = [:]
    private var letters: [UInt32: Letter] = [:]

    private struct Letter {
        let isUnseen: Bool
        let isMark: Bool
        let kind: FoldedText.Kind
        let base: Unicode.Scalar
        let token: UInt32
    }

    /// Characters with a token; any others stand for themselves. A bound on memory that no language comes near.
    private static let maximumTokens = 1 << 16

    /// Marks of one character, as many as the Stream-Safe Text Format of Unicode allows (UAX #15): further ones are characters of
    /// their own, or the text would be copied once for each.
    private static let maximumMarks = 30

    private static let firstToken: UInt32 = 0x20_0000

    /// Reads `text`, which is UTF-8, into `folded`, without white space at its ends, and with one space for each run of it.
    mutating func fold(
        _ text: UnsafeRawBufferPointer,
        into folded: inout FoldedText,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        folded.removeAll()
        var scalars = UTF8Scalars(text)
        var position: Int32 = 0
        var next = scalars.next()
        while let scalar = next {
            try budget.spend()
            let start = position
            position += 1
            next = scalars.next()
            if scalar.isASCII, scalar.value > 0x20, next?.isASCII ?? true {
                try folded.append(scalar.lowercasedASCII, start: start, kind: scalar.kindInASCII)
                continue
            }
            if scalar == " " {
                try folded.appendSpace(start: start)
                continue
            }
            let letter = letter(for: scalar)
            if letter.kind == .space {
                try folded.appendSpace(start: start)
                continue
            }
            if letter.isUnseen { continue }
            var text: String?
            var markCount = 0
            while markCount < Self.maximumMarks, let mark = next, !mark.isASCII {
                let known = self.letter(for: mark)
                guard known.isMark else { break }
                if !known.isUnseen {
                    text = (text ?? String(letter.base)) + String(mark)
                    markCount += 1
                }
                try budget.spend()
                position += 1
                next = scalars.next()
            }
            let token = text.map { self.token(for: $0, orElse: letter.base) } ?? letter.token
            try folded.append(token, start: start, kind: letter.kind)
        }
        folded.finish(scalarCount: position)
    }

    private mutating func letter(for scalar: Unicode.Scalar) -> Letter {
        if let letter = letters[scalar.value] { return letter }
        let base = scalar.inASCII ?? scalar
        let letter = Letter(
            isUnseen: scalar.isUnseen,
            isMark: scalar.isMark,
            kind: scalar.isWhiteSpace ? .space : base.kind,
            base: base,
            token: base.isASCII ? base.lowercasedASCII : token(for: String(base), orElse: base)
        )
        if letters.count < Self.maximumTokens { letters[scalar.value] = letter }
        return letter
    }

    private mutating func token(for text: String, orElse scalar: Unicode.Scalar) -> UInt32 {
        // Some small letters, such as the two sigmas, have one capital.
        let text = text.lowercased().uppercased().lowercased()
        if let token = tokens[text] { return token }
        guard tokens.count < Self.maximumTokens else { return scalar.value }
        let token = Self.firstToken + UInt32(tokens.count)
        tokens[text] = token
        return token
    }
}

extension Unicode.Scalar {
    fileprivate var lowercasedASCII: UInt32 {
        ("A"..."Z").contains(self) ? value | 0x20 : value
    }

    fileprivate var isWhiteSpace: Bool {
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }

    fileprivate var isUnseen: Bool {
        !isASCII && properties.isDefaultIgnorableCodePoint
    }

    fileprivate var kind: FoldedText.Kind {
        if isASCII { return kindInASCII }
        if isMask { return .mask }
        guard properties.isAlphabetic else { return .other }
        return isSyllable ? .syllable : .letter
    }

    fileprivate var kindInASCII: FoldedText.Kind {
        switch self {
        case "a"..."z", "A"..."Z": .letter
        case "0"..."9": .digit
        case "*": .mask
        default: .other
        }
    }

    private var isMask: Bool {
        switch self {
        case "\u{00B7}", "\u{2022}", "\u{2219}", "\u{25CF}", "\u{25E6}", "\u{26AB}", "\u{2B24}": true
        default: false
        }
    }

    /// Whether the scalar is a letter of a script that writes no spaces between words, or syllable by syllable: Thai to
    /// Myanmar, Khmer, Hangul, Kana, Bopomofo, Yi and the ideographs.
    private var isSyllable: Bool {
        switch value {
        case 0x0E00...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF,
            0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1_AFF0...0x1_B2FF, 0x2_0000...0x3_FFFF:
            true
        default: false
        }
    }

    /// Whether the scalar belongs to the character before it, like accents and the later letters of a Korean syllable.
    fileprivate var isMark: Bool {
        !isASCII && (properties.isGraphemeExtend || (0x1160...0x11FF).contains(value))
    }
}
