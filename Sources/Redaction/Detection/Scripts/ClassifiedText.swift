import SecureMemory

/// What a line says, with the class of each character.
struct ClassifiedText {
    let text: RecognizedText
    let classes: [CharacterClass]

    /// - Parameter script: The script in question.
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

    /// How sure some characters are on average, 0 to 1; 0 if there are none.
    func score(of characters: Range<Int>) -> Double { text.characters[characters].meanScore }

    /// How many Latin letters and digits have at least a score.
    func count(ofLatinIn characters: Range<Int>, from score: Double) -> Int {
        characters.count { index in
            (classes[index] == .latin || classes[index] == .digit) && text.characters[index].score >= score
        }
    }

    /// Whether there are letters, and all of them are some capitals.
    func isCapitals(_ characters: Range<Int>, _ capitals: Set<UInt32>) -> Bool {
        let letters = characters.filter { classes[$0] == .latin || classes[$0] == .script }
        return !letters.isEmpty
            && letters.allSatisfy { text.scalar(of: $0).map { capitals.contains($0.value) } ?? false }
    }
}

extension RecognizedText {
    /// The first scalar of a character; nil if it is none.
    func scalar(of index: Int) -> Unicode.Scalar? {
        utf8.withUnsafeBytes { bytes in
            var decoder = UTF8()
            var iterator = bytes[characters[index].bytes].makeIterator()
            guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
            return scalar
        }
    }
}
