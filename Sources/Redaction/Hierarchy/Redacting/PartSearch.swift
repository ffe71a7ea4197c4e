import BoundedWork
import TextAlgorithms

/// Search for many parts in some texts, in time that is linear in all parts and texts together.
struct PartSearch: ~Copyable {
    private let automaton: TextAutomaton
    private var isHeld: [Bool]

    struct Parts: ~Copyable {
        private var parts: TextList

        init() throws(BudgetFailure) {
            parts = try TextList()
        }

        mutating func add(_ part: UnsafeBufferPointer<FoldedText.Character>) throws(BudgetFailure) {
            guard part.isTelling else { return }
            try parts.append(part.lazy.map(\.token))
        }

        consuming func prepared(budget: inout WorkBudget) throws(BudgetFailure) -> PartSearch {
            PartSearch(try parts.automaton(budget: &budget), partCount: parts.lengths.count)
        }
    }

    private init(_ automaton: consuming TextAutomaton, partCount: Int) {
        self.automaton = automaton
        isHeld = Array(repeating: false, count: partCount)
    }

    /// Looks for the parts in `text`. Each part is found once, so that it takes no longer if there are many.
    mutating func look(
        in text: UnsafeBufferPointer<FoldedText.Character>,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        guard !isHeld.isEmpty else { return }
        var node = TextAutomaton.root
        for character in text {
            try budget.spend()
            node = automaton.node(after: node, character.token)
            var found = automaton.text(at: node)
            // Where a part was found before, so were the shorter ones that it ends with.
            while let part = found, !isHeld[part] {
                isHeld[part] = true
                found = automaton.text(shorterThan: part)
            }
        }
    }

    func holds(
        _ part: UnsafeBufferPointer<FoldedText.Character>,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Bool {
        guard part.isTelling else { return false }
        var node = TextAutomaton.root
        for character in part {
            try budget.spend()
            node = automaton.node(after: node, character.token)
        }
        // One of the equal parts stands for all.
        return automaton.text(at: node).map { isHeld[$0] } ?? false
    }
}
