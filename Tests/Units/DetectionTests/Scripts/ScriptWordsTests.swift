import SecureMemory
import Testing

@testable import Detection

@Suite("Words that are in one script alone")
struct PureWordsTests {
    private static let alphabet = ["ח", "ה", "n", "o", "'", "1", " ", "N"]

    /// What a line says of which each step tells a character and what it is else, or nothing.
    private func text(_ steps: [(sure: String, else: String)?]) throws -> String {
        let list = Self.alphabet.enumerated().map { "\($0 + 1) \($1)\n" }.joined()
        let characters = try ScriptCharacters(path: "list", SecureBytes(copying: Array("36 0\n\(list)".utf8)))
        var probabilities = [Float](repeating: 0, count: steps.count * characters.classCount)
        for (step, seen) in steps.enumerated() {
            let row = step * characters.classCount
            guard let seen else {
                probabilities[row] = 1
                continue
            }
            probabilities[row + (try #require(Self.alphabet.firstIndex(of: seen.sure))) + 1] += 0.9
            probabilities[row + (try #require(Self.alphabet.firstIndex(of: seen.else))) + 1] += 0.1
        }
        let words = PureWords(of: .hebrew, characters)
        return probabilities.withUnsafeBufferPointer { numbers in
            guard let start = numbers.baseAddress else { return "" }
            let classCount = characters.classCount
            let decoding = CTCDecoding(start, stepCount: steps.count, classCount: classCount, none: characters.none)
            return words.characters(of: decoding).map { "\(Self.alphabet[$0.index - 1])\(Int($0.score * 100 + 0.5)) " }
                .joined()
        }
    }

    @Test(
        "Latin letters beside those of the script are the likeliest of the script, and as sure as these are among them"
    )
    func mixed() throws {
        #expect(try text([("n", "ח"), ("ה", "n"), nil]) == "ח100 ה90 ")
        #expect(try text([("ה", "o"), ("'", "ח"), ("o", "ה")]) == "ה90 '90 ה100 ")
    }

    @Test("letters that are the same now were one, unless something is between them")
    func same() throws {
        #expect(try text([("ה", "n"), ("n", "ח"), ("o", "ח")]) == "ה90 ח100 ")
        #expect(try text([("ה", "n"), ("n", "ח"), nil, ("o", "ח")]) == "ה90 ח100 ח100 ")
    }

    @Test("words with Latin letters alone stay, and so does what is beside a space, a digit or a capital")
    func pure() throws {
        #expect(try text([("n", "ח"), ("o", "ה")]) == "n90 o90 ")
        #expect(try text([("ה", "n"), (" ", "n"), ("n", "ח")]) == "ה90  90 n90 ")
        #expect(try text([("ה", "n"), ("1", "n"), ("n", "ח")]) == "ה90 190 n90 ")
        #expect(try text([("ה", "n"), ("N", "n"), ("n", "ח")]) == "ה90 N90 n90 ")
    }
}

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
