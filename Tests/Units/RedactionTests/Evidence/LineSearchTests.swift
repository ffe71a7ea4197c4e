import BoundedWork
import SensitiveText
import Testing

@testable import Detection
@testable import Redaction

@Suite("What lines of text say")
struct LineSearchTests {
    /// - Parameter share: The share of the line from its left end in which the characters stand.
    private func line(
        _ text: String,
        x: ClosedRange<Double>,
        y: ClosedRange<Double>,
        score: Double,
        share: Double = 1
    ) throws -> TextLine {
        var builder = try RecognizedText.Builder(capacity: 64)
        for (index, character) in text.unicodeScalars.enumerated() {
            let middle = share * (Double(index) + 0.5) / Double(text.unicodeScalars.count)
            try builder.append(String(character), middle: middle, score: score)
        }
        return TextLine(quadrilateral: Quadrilateral(x: x, y: y), score: 1, text: builder.finish())
    }

    @Test(
        "what is hardly text does not part a value from its label, and is covered where all text is",
        arguments: [0.2, 0.9]
    )
    func patterns(score: Double) throws {
        let lines = [
            try line("Full name", x: 62...316, y: 954...999, score: 0.99),
            try line("Anna Schmidt", x: 62...338, y: 1004...1049, score: 0.99),
            try line("开1", x: 71...237, y: 1013...1022, score: score),
        ]
        var search = try LineSearch(lines, kinds: [[.personName]], budget: WorkBudget(limit: 1_000_000))
        let names = try search.findings(TextSight(.kinds([.personName])))
        #expect(names.map(\.height) == (score < 0.3 ? [45] : []))
        #expect(try search.findings(TextSight(.all)).count == 3)
    }

    @Test("a value has half a character beside it, and what was not read between it and an end of its line")
    func extents() throws {
        let text = "write to anna@example.com"
        let lines = try [text, text + " now"].map { try line($0, x: 0...400, y: 0...20, score: 0.9, share: 0.8) }
        var search = try LineSearch(lines, kinds: [[.email]], budget: WorkBudget(limit: 1_000_000))
        let boxes = try search.findings(TextSight(.kinds([.email])))
        #expect(boxes.map { $0.outline.bounds.left.rounded() } == [106, 94])
        #expect(boxes.map { $0.outline.bounds.right.rounded() } == [400, 281])
    }

    @Test("a text that is known is found where a search says, whatever it is")
    func known() throws {
        let lines = [
            try line("typed kraken there", x: 0...180, y: 0...20, score: 0.9),
            try line("nothing", x: 0...70, y: 30...50, score: 0.9),
        ]
        let known = KnownTextSearch { (text, budget) throws(BudgetFailure) in
            try budget.spend(text.count)
            return text.count > 10 ? [6..<12] : []
        }
        var search = try LineSearch(lines, kinds: [], budget: WorkBudget(limit: 1_000_000))
        let before = search.budget.remaining
        let found = try search.findings(TextSight(.known(known)))
        #expect(found.map(\.cause.kind) == ["secret"])
        #expect(found.map(\.cause.reason) == [.lexicon])
        #expect(found.map { [$0.outline.bounds.left.rounded(), $0.outline.bounds.right.rounded()] } == [[55, 125]])
        #expect(search.budget.remaining == before - 25)
    }
}
