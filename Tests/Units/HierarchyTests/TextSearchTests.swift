import BoundedWork
import SeededRandom
import Testing

@testable import Hierarchy

@Suite("Texts are found in others in time that is linear in both")
struct TextSearchTests {
    @Test("texts that begin alike, and what almost repeats them, cost no more than others")
    func work() throws {
        let texts = (4..<1000).map { String(repeating: "a", count: $0) + "b" }
        let screen = String(repeating: "a", count: 20_000)
        let length = texts.reduce(0) { $0 + $1.count } + screen.count
        // Each character is folded, put into the automaton if it is of a text, and searched if it is of the screen.
        let cost = 2 * length + texts.count
        var budget = WorkBudget(limit: cost)
        #expect(try matches(of: texts, in: screen, budget: &budget) == [])
        budget = WorkBudget(limit: cost + 2)
        #expect(try matches(of: texts, in: screen + "b", budget: &budget) == [19_001..<20_001])
    }

    @Test("a search that nobody waits for any more ends")
    func cancelled() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        var budget = WorkBudget(limit: 1000, cancellation: cancellation)
        #expect(throws: BudgetFailure.cancelled) { try matches(of: ["abcd"], in: "abcd", budget: &budget) }
    }

    @Test("the longest text is found at each place, and what follows it is looked at")
    func longest() throws {
        #expect(
            try matches(of: ["abcd", "abcdef", "efgh"], in: "xabcdefgh abcd efgh") == [1..<7, 10..<14, 15..<19]
        )
    }

    @Test("of random texts, those are found that looking at each place for each of them finds", arguments: 0..<200)
    func definition(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        // Few letters repeat each other often; some are not ASCII.
        let letters = Array("ab\u{E9}\u{6F22}".prefix(1 + seed % 4))
        func text(_ lengths: ClosedRange<Int>) -> String {
            String(
                (0..<Int.random(in: lengths, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" }
            )
        }
        let texts = (0..<Int.random(in: 1...40, using: &random)).map { _ in text(1...12) }
        let screen = text(0...400)
        var expected: [Range<Int>] = []
        var index = 0
        let characters = Array(screen)
        while index < characters.count {
            let length = texts.filter { isLongEnough($0) && characters[index...].starts(with: $0) }.map(\.count).max()
            if let length { expected.append(index..<index + length) }
            index += length ?? 1
        }
        #expect(try matches(of: texts, in: screen) == expected)
    }

    /// Whether a text has four characters, where ideographs count as two.
    private func isLongEnough(_ text: String) -> Bool {
        text.reduce(0) { $0 + ($1 == "\u{6F22}" ? 2 : 1) } >= 4
    }

    @Test("a character takes 30 marks, and what it has beyond them is compared as characters of their own")
    func marks() throws {
        var folder = TextFolder()
        var folded = try FoldedText()
        var budget = WorkBudget(limit: 1000)
        try folder.fold("a" + String(repeating: "\u{301}", count: 65), into: &folded, budget: &budget)
        #expect(folded.characters.map(\.start) == [0, 31, 62])
    }

    private func matches(of texts: [String], in screen: String) throws -> [Range<Int>] {
        var budget = WorkBudget(limit: .max)
        return try matches(of: texts, in: screen, budget: &budget)
    }

    private func matches(of texts: [String], in screen: String, budget: inout WorkBudget) throws -> [Range<Int>] {
        var folder = TextFolder()
        var folded = try FoldedText()
        var search = try TextSearch()
        for text in texts {
            try folder.fold(text, into: &folded, budget: &budget)
            try search.add(folded.characters)
        }
        let prepared = try search.prepared(budget: &budget)
        try folder.fold(screen, into: &folded, budget: &budget)
        return try prepared.matches(in: folded.characters, budget: &budget)
    }
}

extension TextFolder {
    fileprivate mutating func fold(
        _ text: String,
        into folded: inout FoldedText,
        budget: inout WorkBudget
    ) throws {
        var text = text
        try text.withUTF8 { try fold(UnsafeRawBufferPointer($0), into: &folded, budget: &budget) }
    }
}
