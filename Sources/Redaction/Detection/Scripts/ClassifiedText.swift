import SecureMemory

struct ClassifiedText {
    let text: RecognizedText
    let classes: [CharacterClass]

    init(_ text: RecognizedText, in script: Script) {
        self.text = text
        classes = text.characters.indices.map { index in
            text.scalar(of: index).map { CharacterClass($0, in: script) } ?? .other
        }
    }

    /// The words, without the spaces between them. A dash ends one, too.
    var words: [Range<Int>] {
        var words: [Range<Int>] = []
        var start = 0
        for index in classes.indices {
            if classes[index] == .space {
                if start < index { words.append(start..<index) }
                start = index + 1
            } else if classes[index] == .dash {
                words.append(start..<index + 1)
                start = index + 1
            }
        }
        return start < classes.count ? words + [start..<classes.count] : words
    }

    func score(of characters: Range<Int>) -> Double { text.characters[characters].meanScore }

    /// The number of Latin letters and digits with at least a score.
    func count(ofLatinIn characters: Range<Int>, from score: Double) -> Int {
        characters.count { index in
            (classes[index] == .latin || classes[index] == .digit) && text.characters[index].score >= score
        }
    }

    /// Whether there are letters, and all of them are among `capitals`.
    func isCapitals(_ characters: Range<Int>, _ capitals: Set<UInt32>) -> Bool {
        let letters = characters.filter { classes[$0] == .latin || classes[$0] == .script }
        return !letters.isEmpty
            && letters.allSatisfy { text.scalar(of: $0).map { capitals.contains($0.value) } ?? false }
    }
}

extension RecognizedText {
    /// Words of letters and digits, without the signs between them.
    var words: [Range<Int>] {
        characters.indices.split { index in
            scalar(of: index).map { !$0.properties.isAlphabetic && $0.properties.numericType == nil } ?? true
        }.map { $0.startIndex..<$0.endIndex }
    }

    func scalar(of index: Int) -> Unicode.Scalar? {
        utf8.withUnsafeBytes { bytes in
            var decoder = UTF8()
            var iterator = bytes[characters[index].bytes].makeIterator()
            guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
            return scalar
        }
    }
}

/// Meaning of a character for the script of a word.
enum CharacterClass {
    case script
    /// A Han character, which the recogniser knows as Chinese.
    case han
    case latin, digit
    case space
    case dash
    /// A sign beside letters of any script: a stop, a bracket, a sign of money.
    case sign
    case other

    /// Whether characters of both classes may be confused: letters of any script, and Latin ones with digits.
    func resembles(_ other: CharacterClass) -> Bool {
        switch self {
        case .latin: other == .digit || other.isLetter
        case .digit: other == .digit || other == .latin
        default: isLetter ? other.isLetter : self == other
        }
    }

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
