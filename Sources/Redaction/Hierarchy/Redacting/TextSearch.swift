import BoundedWork
import TextAlgorithms

/// Search for many texts in other texts, in time that is linear in all texts together.
///
/// All texts are read from their ends: where a text ends in that direction it begins in the other, and of all texts that begin
/// there the longest is found.
struct TextSearch: ~Copyable {
    private var texts: TextList

    init() throws(BudgetFailure) {
        texts = try TextList()
    }

    /// Looks for `text`, too, if it is telling.
    mutating func add(_ text: UnsafeBufferPointer<FoldedText.Character>) throws(BudgetFailure) {
        guard text.isTelling else { return }
        try texts.append(text.reversed().lazy.map(\.token))
    }

    consuming func prepared(budget: inout WorkBudget) throws(BudgetFailure) -> Prepared {
        Prepared(automaton: try texts.automaton(budget: &budget), lengths: texts.lengths)
    }

    struct Prepared: ~Copyable {
        fileprivate let automaton: TextAutomaton
        fileprivate let lengths: [Int]

        var isEmpty: Bool { lengths.isEmpty }
    }
}

extension UnsafeBufferPointer<FoldedText.Character> {
    /// Whether a text is worth looking for: it is no row of dots of a secure field, and long enough not to occur by chance, which
    /// is four characters; a syllable counts as two.
    var isTelling: Bool {
        let length = prefix(4).reduce(0) { $0 + ($1.kind == .syllable ? 2 : 1) }
        return length >= 4 && !allSatisfy { $0.kind == .mask || $0.kind == .space }
    }
}

extension TextSearch.Prepared {
    private struct Match {
        let start: Int32
        let length: Int32
    }

    /// The places in `text` that are one of the texts, the longest one at each, from the first to the last.
    func matches(
        in text: UnsafeBufferPointer<FoldedText.Character>,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [Range<Int>] {
        var all: [Match] = []
        var node = TextAutomaton.root
        for index in text.indices.reversed() {
            try budget.spend()
            node = automaton.node(after: node, text[index].token)
            guard let found = automaton.text(at: node) else { continue }
            all.append(Match(start: Int32(index), length: Int32(lengths[found])))
        }
        var matches: [Range<Int>] = []
        var end = 0
        for match in all.reversed() where match.start >= end {
            end = Int(match.start + match.length)
            matches.append(Int(match.start)..<end)
        }
        return matches
    }
}
