import Testing

@testable import Detection

@Suite("A line with a part in another script")
struct MixedLineTests {
    /// Words with spaces between them, each as sure as it says.
    private func line(_ words: (String, Double)...) throws -> RecognizedText {
        var builder = try RecognizedText.Builder(capacity: 64)
        let characters = words.enumerated().flatMap { index, word in
            ((index == 0 ? "" : " ") + word.0).unicodeScalars.map { (String($0), word.1) }
        }
        for (index, (character, score)) in characters.enumerated() {
            try builder.append(character, middle: (Double(index) + 0.5) / Double(characters.count), score: score)
        }
        return builder.finish()
    }

    @Test("is read again between the words that are sure")
    func part() throws {
        let mixed = try #require(
            MixedLine(line(("Author:", 0.99), ("li7", 0.7), ("Dnn", 0.99), ("x1", 0.8), ("<ann", 0.99)))
        )
        #expect(mixed.extent.lowerBound == 8 / 23 && mixed.extent.upperBound == 18 / 23)
        let joined = try mixed.joined(with: line(("ab", 0.9), ("c", 0.9)))
        #expect(joined.string == "Author: ab c <ann")
        // The middle of the part's second character of four.
        let place = joined.characters[9].extent
        #expect(place.contains((8 + 0.375 * 10) / 23) && joined.characters[9].score == 0.9)
    }

    @Test("has some letters that are sure, and a word that is not")
    func none() throws {
        #expect(try MixedLine(line(("li7", 0.7), ("Dnn", 0.8))) == nil)
        #expect(try MixedLine(line(("0719", 0.99), ("li7", 0.8))) == nil)
        #expect(try MixedLine(line(("let", 0.99), ("author", 0.98))) == nil)
        #expect(try MixedLine(line(("let", 0.99), ("author", 0.98), ("=", 0.5))) == nil)
        #expect(try MixedLine(line(("let", 0.99), ("author", 0.98), ("1n", 0.5))) != nil)
    }
}
