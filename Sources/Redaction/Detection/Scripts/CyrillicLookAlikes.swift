/// Words that a recogniser of Latin and Greek letters makes of Cyrillic ones, as "6e3onaCHOCTn" of "безопасности".
enum CyrillicLookAlikes {
    /// Such words that a picture with Cyrillic letters at least has: a password may be one.
    private static let leastCount = 3
    /// How sure of them the recogniser is at most: it is surer of "YouTube".
    private static let greatestScore = 0.985
    private static let lengths = 3...24

    /// Whether some lines have so many words of look-alikes that they can hardly be in another script.
    static func fill(_ lines: [TextLine]) -> Bool {
        var count = 0
        for text in lines.lazy.compactMap(\.text) where count < leastCount {
            count += words(of: text).count { word in
                text.characters[word].meanScore < greatestScore && isLookAlike(word.compactMap(text.scalar))
            }
        }
        return count >= leastCount
    }

    /// Letters and digits that stand together.
    private static func words(of text: RecognizedText) -> [Range<Int>] {
        text.characters.indices.split { index in
            text.scalar(of: index).map { !$0.properties.isAlphabetic && $0.properties.numericType == nil } ?? true
        }.map { $0.startIndex..<$0.endIndex }
    }

    /// Whether capitals or digits stand behind small letters, or Greek letters beside Latin ones, and Cyrillic letters look like
    /// all of them.
    private static func isLookAlike(_ word: [Unicode.Scalar]) -> Bool {
        guard lengths.contains(word.count), word.allSatisfy({ !$0.isASCII || likeCyrillic.contains($0) }) else {
            return false
        }
        let hasGreek = word.contains { (0x370...0x3FF).contains($0.value) }
        return hasGreek && word.contains { $0.isASCII && $0.properties.isAlphabetic }
            || zip(word, word.dropFirst()).contains { $0.properties.isLowercase && !$1.properties.isLowercase }
    }

    /// The Latin letters and digits that Cyrillic letters look like.
    private static let likeCyrillic = Set("ABCEFHIKLMNOPTUVWXYZabceglkmnopqrtuvwxy03467".unicodeScalars)
}
