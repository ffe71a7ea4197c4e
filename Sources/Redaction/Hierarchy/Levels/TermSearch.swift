import BoundedWork

/// Looks for many terms in a text at once.
final class TermSearch: Sendable {
    private let terms: [SensitiveTerms.Term]
    private let automaton: TextAutomaton<UInt8>

    /// The search for the standard terms, made once, as most policies add none. Nil if there was no memory for it.
    private static let standard: TermSearch? = {
        var budget = WorkBudget(limit: .max)
        return try? TermSearch(of: SensitiveTerms.standard.terms, budget: &budget)
    }()

    /// Makes the search for `terms`.
    ///
    /// - Parameter budget: Pays for each byte of the terms, unless they are the standard ones.
    static func search(for terms: SensitiveTerms, budget: inout WorkBudget) throws(BudgetFailure) -> TermSearch {
        if terms.includesStandard, !terms.hasOwn, let standard { return standard }
        return try TermSearch(of: terms.terms, budget: &budget)
    }

    private init(of terms: [SensitiveTerms.Term], budget: inout WorkBudget) throws(BudgetFailure) {
        var texts = try TextList<UInt8>()
        for term in terms { try texts.append(term.bytes) }
        self.terms = terms
        automaton = try texts.automaton(budget: &budget)
    }

    /// Whether any of `words` names a secret.
    ///
    /// - Parameters:
    ///   - ownAlone: Whether only those terms count that were added to the standard ones.
    ///   - budget: Pays for each byte of the words.
    func matches(
        _ words: borrowing Words,
        ownAlone: Bool = false,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Bool {
        let units = words.units
        var node = TextAutomaton<UInt8>.root
        for index in units.indices {
            try budget.spend()
            node = automaton.node(after: node, units[index].byte)
            // Few terms end at one place without an answer: at most seven of less than eight letters, and standard ones.
            var found = automaton.text(at: node)
            while let text = found {
                let term = terms[text]
                let end = index + 1
                let isFound =
                    term.isFoundInsideWords
                    || words.isBoundary(end) && words.isBoundary(end - term.bytes.count)
                if isFound, term.isOwn || !ownAlone { return true }
                found = automaton.text(shorterThan: text)
            }
        }
        return false
    }
}
