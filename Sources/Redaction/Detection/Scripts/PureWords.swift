/// Sets words right in which a reader took letters of the script for small Latin ones, as those of Arabic and Hebrew do beside words
/// that are Latin: no word has letters of both.
struct PureWords {
    private let own: Set<Int>
    /// Those of the script in order, as sums of numbers are others in another one.
    private let letters: [Int]
    private let latin: Set<Int>
    /// What stands for a lost letter, or is a sign of an abbreviation.
    private let quotes: Set<Int>

    init(of script: Script, _ characters: ScriptCharacters) {
        own = characters.classes(where: script.contains)
        letters = own.sorted()
        latin = characters.classes { $0.isASCII && $0.properties.isLowercase }
        quotes = characters.classes { "'\"".unicodeScalars.contains($0) }
    }

    /// The characters of a line, with those of the script in place of Latin letters in its words.
    func characters(of decoding: CTCDecoding) -> [CTCDecoding.Character] {
        var characters: [CTCDecoding.Character] = []
        var rest = decoding.characters[...]
        while let first = rest.first {
            let word = rest.prefix { isPart($0.index) == isPart(first.index) }
            rest = rest.dropFirst(word.count)
            let isMixed = word.contains { own.contains($0.index) } && word.contains { latin.contains($0.index) }
            for character in word {
                let isWrong = isMixed && latin.contains(character.index)
                append(isWrong ? decoding.character(character, of: letters) ?? character : character, to: &characters)
            }
        }
        return characters
    }

    private func isPart(_ index: Int) -> Bool {
        own.contains(index) || latin.contains(index) || quotes.contains(index)
    }

    /// Two that are the same now were one that was taken for two, unless something is between them.
    private func append(_ character: CTCDecoding.Character, to characters: inout [CTCDecoding.Character]) {
        guard let last = characters.last, last.index == character.index,
            last.steps.upperBound == character.steps.lowerBound
        else { return characters.append(character) }
        characters[characters.count - 1] = CTCDecoding.Character(
            index: last.index,
            steps: last.steps.lowerBound..<character.steps.upperBound,
            score: max(last.score, character.score)
        )
    }
}
