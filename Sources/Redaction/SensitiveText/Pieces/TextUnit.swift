import TextAlgorithms

/// One scalar of a text, in the forms for comparison.
struct TextUnit: BitwiseCopyable {
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

    /// The scalar with plain forms in place of others: ASCII in place of wide letters and of digits of other scripts, wide Kana in place
    /// of narrow ones, `-` for all dashes, one space for all spaces.
    let scalar: UInt32
    /// The scalar in small letters without accents, and in one spelling where Arabic has several, for labels and names.
    let folded: UInt32
    /// The piece that it is in; -1 for a gap.
    let piece: Int32
    /// Its place in the piece, in scalars.
    let offset: Int32
    let unitClass: Class

    /// The unit between two pieces that are read as one.
    ///
    /// - Parameter isWrap: Whether the second piece goes on because the first one had no room for its first word.
    static func gap(isWrap: Bool = false) -> TextUnit {
        TextUnit(scalar: 0, folded: 0, piece: -1, offset: isWrap ? 1 : 0, unitClass: .gap)
    }

    /// Whether it is a gap where a line had no room for the next word.
    var isWrap: Bool { unitClass == .gap && offset == 1 }

    var isDigit: Bool { unitClass == .digit }
    var isLetter: Bool { unitClass == .capital || unitClass == .small || unitClass == .letter }
    var isWordPart: Bool { isDigit || isLetter || unitClass == .mark }
    var isSpace: Bool { unitClass == .space }
    var isAlphanumeric: Bool { isDigit || isLetter && scalar < 0x80 }
    var ascii: UInt8 { scalar < 0x80 ? UInt8(truncatingIfNeeded: scalar) : 0 }
    var capital: UInt8 { unitClass == .small && scalar < 0x80 ? ascii & 0xDF : ascii }

    func equals(_ character: Unicode.Scalar) -> Bool { scalar == character.value }

    /// Whether it equals one of some characters.
    func isOne(of characters: StaticString) -> Bool {
        characters.withUTF8Buffer { bytes in
            // Most are ASCII, whose bytes stand in no other character.
            guard scalar >= 0x80 else { return bytes.contains(ascii) }
            guard let code = Unicode.Scalar(scalar).flatMap(UTF8.encode) else { return false }
            return bytes.indices.contains { bytes[$0...].starts(with: code) }
        }
    }
}

extension TextUnit {
    init(_ original: Unicode.Scalar, piece: Int, offset: Int) {
        let plain = Self.plain(original)
        let unitClass = Self.unitClass(of: plain)
        self.init(
            scalar: plain.value,
            folded: Self.folded(plain, unitClass),
            piece: Int32(truncatingIfNeeded: piece),
            offset: Int32(truncatingIfNeeded: offset),
            unitClass: unitClass
        )
    }

    /// A letter of Kana with the mark behind it, which stays a unit of its own; nil if `mark` is none of this letter.
    func marked(by mark: TextUnit) -> TextUnit? {
        guard let letter = KanaForms.joined(scalar, mark.scalar) else { return nil }
        return TextUnit(
            scalar: letter.value,
            folded: letter.value,
            piece: piece,
            offset: offset,
            unitClass: unitClass
        )
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard !scalar.isASCII else { return scalar == "\t" || scalar == "\n" || scalar == "\r" ? " " : scalar }
        switch scalar.value {
        // A wide comma or full stop is none of a number.
        case 0xFF0C, 0xFF0E: return scalar
        case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000, 0x2028, 0x2029: return " "
        case 0x2010...0x2015, 0x2212, 0xAD: return "-"
        case 0x2018, 0x2019: return "'"
        // Thai am, whose other part is a mark.
        case 0xE33: return "\u{E32}"
        default: return scalar.inASCII ?? KanaForms.wide(scalar) ?? scalar
        }
    }

    private static func unitClass(of scalar: Unicode.Scalar) -> Class {
        switch scalar {
        case "a"..."z": return .small
        case "A"..."Z": return .capital
        case "0"..."9": return .digit
        case " ": return .space
        // A vowel that Korean has no more, which is a point between words.
        case "\u{318D}": return .other
        case _ where scalar.isASCII: return .other
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .titlecaseLetter: return .capital
        case .lowercaseLetter: return .small
        case .otherLetter, .modifierLetter: return .letter
        // Control characters of texts of two directions, which change no value.
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: return .mark
        default: return .other
        }
    }

    private static func folded(_ scalar: Unicode.Scalar, _ unitClass: Class) -> UInt32 {
        switch unitClass {
        case .letter:
            return arabicLetters.contains(scalar.value) ? plainLetters[scalar.value] ?? scalar.value : scalar.value
        case .capital, .small:
            if scalar.isASCII { return scalar.value | 0x20 }
            let small = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
            return plainLetters[small.value] ?? small.value
        default: return scalar.value
        }
    }

    private static let arabicLetters: ClosedRange<UInt32> = 0x620...0x6D5

    private static let plainLetters: [UInt32: UInt32] = {
        let groups: [(Unicode.Scalar, String)] = [
            ("a", "àáâãäåāăąạảấầẩẫậắằẳẵặ"), ("c", "çćĉċč"), ("d", "ďđð"), ("e", "èéêëēĕėęěẹẻẽếềểễệ"), ("g", "ĝğġģ"),
            ("h", "ĥħ"), ("i", "ìíîïĩīĭįıỉị"), ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņňŋ"),
            ("o", "òóôõöøōŏőơọỏốồổỗộớờởỡợ"), ("r", "ŕŗř"), ("s", "śŝşšș"), ("t", "ţťŧț"), ("u", "ùúûüũūŭůűųưụủứừửữự"),
            ("w", "ŵ"), ("y", "ýÿŷỳỵỷỹ"), ("z", "źżž"), ("е", "ё"), ("и", "й"), ("α", "ά"), ("ε", "έ"), ("η", "ή"),
            ("ι", "ίϊΐ"), ("ο", "ό"), ("υ", "ύϋΰ"), ("ω", "ώ"), ("σ", "ς"), ("ا", "أإآٱ"), ("ي", "ىی"),
            ("ك", "ک"), ("ه", "ەہھۀ"),
        ]
        var letters: [UInt32: UInt32] = [:]
        for (plain, marked) in groups {
            for letter in marked.unicodeScalars { letters[letter.value] = plain.value }
        }
        return letters
    }()
}

extension TextSpan {
    /// The spans of the pieces that units are of, in order.
    static func spans(of units: Slice<UnsafeBufferPointer<TextUnit>>) -> [TextSpan] {
        var spans: [TextSpan] = []
        for unit in units where unit.piece >= 0 {
            let (piece, offset) = (Int(unit.piece), Int(unit.offset))
            if let last = spans.last, last.piece == piece {
                spans[spans.count - 1] = TextSpan(piece: piece, scalars: last.scalars.lowerBound..<offset + 1)
            } else {
                spans.append(TextSpan(piece: piece, scalars: offset..<offset + 1))
            }
        }
        return spans
    }
}

/// Words in small letters without accents, in one spelling where Arabic has several.
enum FoldedWords {
    static func set(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(folded))
    }

    static func folded(_ text: some StringProtocol) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let unit = TextUnit(scalar, piece: 0, offset: 0)
            guard unit.unitClass != .mark, let plain = Unicode.Scalar(unit.folded) else { continue }
            folded.append(plain)
        }
        return String(folded)
    }
}

/// Characters that recognisers take for others.
enum Confusions {
    static func digit(_ letter: UInt8) -> UInt8? {
        switch Unicode.Scalar(letter) {
        case "O", "Q", "D": 0x30
        case "I", "L", "J": 0x31
        case "Z": 0x32
        case "A": 0x34
        case "S": 0x35
        case "G": 0x36
        case "T": 0x37
        case "B": 0x38
        default: nil
        }
    }

    static func letter(_ digit: UInt8) -> UInt8? {
        switch Unicode.Scalar(digit) {
        case "0": 0x4F
        case "1": 0x49
        case "2": 0x5A
        case "4": 0x41
        case "5": 0x53
        case "6": 0x47
        case "8": 0x42
        default: nil
        }
    }
}
