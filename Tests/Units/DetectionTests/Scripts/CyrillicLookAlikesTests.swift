import SecureMemory
import Testing

@testable import Detection

@Suite("Words that are made of Cyrillic letters by who does not know them")
struct CyrillicLookAlikesTests {
    private func lines(_ texts: [String], score: Double = 0.95) throws -> [TextLine] {
        try texts.map { text in
            var builder = try RecognizedText.Builder(capacity: 64)
            for character in text.unicodeScalars { try builder.append(String(character), middle: 0.5, score: score) }
            return TextLine(quadrilateral: Quadrilateral(x: 0...100, y: 0...20), score: 1, text: builder.finish())
        }
    }

    @Test(
        "are known by capitals and digits behind small letters, and by Greek letters beside Latin ones",
        arguments: [
            ["BoAnTenbCKoe yAoCTOBepeHne N1986686", "AApec KowenbKa"], ["KoA 6e30naCHOCTn — 857", "3aKa3a"],
            ["VMA n φamInnA", "ΦVO", "HéKaHop AeHMCOB"], ["CeroAHA, 14:05", "epeB0A", "BBeAITe"],
        ]
    )
    func cyrillic(texts: [String]) throws {
        #expect(CyrillicLookAlikes.fill(try lines(["noodle island ability"] + texts)))
        #expect(!CyrillicLookAlikes.fill(try lines(texts, score: 0.99)))
    }

    @Test(
        "are no names of things, no keys and no words that are misread now and then",
        arguments: [
            ["iPhone 15", "JavaScript", "GitHub", "LinkedIn", "GmbH"], ["KoA", "3aKa3a", "Homep"],
            ["47bla72e2aefae5ad54f733628a71a55d21f3", "xoxb-71232-drBtvVHgPdM5N7w", "0x3fA9b"],
            ["aB", "Laporte Bourgeois", "naïve Ærøskøbing", "ISO 9001", "MAC"],
        ]
    )
    func others(texts: [String]) throws {
        #expect(!CyrillicLookAlikes.fill(try lines(texts)))
    }
}
