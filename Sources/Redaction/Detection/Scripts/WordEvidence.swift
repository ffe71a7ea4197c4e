/// Evidence of the words of a line for a script, which other words of the line do not weaken: a caption may be in one script, and
/// its value in another.
struct WordEvidence {
    /// Characters of the script in words of it alone.
    let count: Int
    /// Mean certainty of them, 0 to 1; 0 if there are none.
    let score: Double

    /// Characters of the shortest word that is evidence.
    private static let leastCount = 3

    init(of text: ClassifiedText, for script: Script) {
        let words = text.words.filter { word in
            let classes = text.classes[word]
            return classes.count { $0 == .script } >= Self.leastCount
                && classes.allSatisfy { script.isOwn($0) || $0 == .sign || $0 == .dash }
                && (!script.isLikeLatin || CyrillicAlphabets.haveWord(text, word))
        }
        // Han characters say nothing for Japanese.
        let own = words.flatMap { word in word.filter { text.classes[$0] == .script } }
        count = own.count
        score = own.map { text.text.characters[$0] }.meanScore
    }

    /// The number of characters as far as they are sure.
    var weight: Double { Double(count) * score }
}

/// Alphabets of languages in Cyrillic letters. A reader that knows all of them mixes them where a word is in Latin letters.
enum CyrillicAlphabets {
    private static let common = "абвгдежзиклмнопрстуфхцчш"
    private static let alphabets = [
        "ёйщъыьэюя", "ґєіїйщьюя", "ёійўыьэюя", "ђјљњћџ", "ѓѕјљњќџ", "әғёійқңөұүһщъыьэюя", "ёйңөүҗәһщъыьэюя",
    ]
    .map { Set((common + $0).unicodeScalars) }

    /// Whether one language has all letters of a word.
    static func haveWord(_ text: ClassifiedText, _ word: Range<Int>) -> Bool {
        let letters = Set(
            word.filter { text.classes[$0] == .script }
                .compactMap { text.text.scalar(of: $0)?.properties.lowercaseMapping.unicodeScalars.first }
        )
        return alphabets.contains { letters.isSubset(of: $0) }
    }
}
