import BoundedWork
import SeededRandom
import Testing

@testable import Hierarchy

@Suite("Terms are found in one pass, however many there are")
struct TermSearchTests {
    @Test("256 terms that a text almost repeats cost what one costs")
    func work() throws {
        let label = String(repeating: "a", count: 100_000)
        let terms = SensitiveTerms((0..<256).map { String(repeating: "a", count: 58) + "b\($0)" })
        // Each byte of a term and its end take a unit, and each of the label two: one to read it, one to search it.
        let termCost = terms.terms.reduce(0) { $0 + $1.bytes.count + 1 }
        var budget = WorkBudget(limit: termCost + 2 * label.utf8.count)
        #expect(try !matches(terms, in: label, budget: &budget))
    }

    @Test("a search that nobody waits for any more ends")
    func cancelled() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        var budget = WorkBudget(limit: 1000, cancellation: cancellation)
        #expect(throws: BudgetFailure.cancelled) { try matches(SensitiveTerms(["pin"]), in: "pin", budget: &budget) }
    }

    @Test("of random terms, those are found that looking at each place for each of them finds", arguments: 0..<400)
    func definition(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let letters = Array(["abAB1 ", "ab\u{E9}\u{C9}-", "a\u{6F22}\u{E01} ", "aB"][seed % 4])
        func text(_ lengths: ClosedRange<Int>) -> String {
            String(
                (0..<Int.random(in: lengths, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" }
            )
        }
        let terms = SensitiveTerms((0..<Int.random(in: 1...12, using: &random)).map { _ in text(2...12) })
        for _ in 0..<10 {
            let label = text(0...30)
            var budget = WorkBudget(limit: .max)
            #expect(try matches(terms, in: label, budget: &budget) == matchesByDefinition(terms, label))
        }
    }

    private func matches(_ terms: SensitiveTerms, in text: String, budget: inout WorkBudget) throws -> Bool {
        let search = try TermSearch.search(for: terms, budget: &budget)
        return try search.matches(try words(of: text, budget: &budget), budget: &budget)
    }

    private func matchesByDefinition(_ terms: SensitiveTerms, _ text: String) throws -> Bool {
        var budget = WorkBudget(limit: .max)
        let words = try words(of: text, budget: &budget)
        let bytes = words.units.map(\.byte)
        return terms.terms.contains { term in
            bytes.indices.contains { start in
                let end = start + term.bytes.count
                return bytes[start...].starts(with: term.bytes)
                    && (term.isFoundInsideWords || words.isBoundary(start) && words.isBoundary(end))
            }
        }
    }

    private func words(of text: String, budget: inout WorkBudget) throws -> Words {
        var words = try Words()
        let bytes = Array(text.utf8)
        try bytes.withUnsafeBytes { try words.read($0, budget: &budget) }
        return words
    }
}
