import BoundedWork

/// Texts in wiped memory, in the form from which a ``TextAutomaton`` is made.
struct TextList<Symbol: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>: ~Copyable {
    private var symbols: WipedArray<Symbol>
    /// Where each text stands among the symbols of all.
    private(set) var ranges: [Range<Int>] = []

    /// Begins without texts.
    ///
    /// - Throws: ``BudgetFailure/outOfMemory(_:)``.
    init() throws(BudgetFailure) {
        symbols = try WipedArray()
    }

    /// Appends `text`, which is not empty.
    ///
    /// - Throws: ``BudgetFailure/outOfMemory(_:)``.
    mutating func append(_ text: some Sequence<Symbol>) throws(BudgetFailure) {
        let start = symbols.count
        try symbols.reserve(text.underestimatedCount)
        for symbol in text { try symbols.append(symbol) }
        ranges.append(start..<symbols.count)
    }

    /// Makes the automaton that finds the texts, by their indices.
    ///
    /// - Parameter budget: Pays a unit for each symbol and for each text.
    func automaton(budget: inout WorkBudget) throws(BudgetFailure) -> TextAutomaton<Symbol> {
        try TextAutomaton.finding(ranges, in: symbols.values, budget: &budget)
    }
}
