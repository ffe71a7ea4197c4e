import BoundedWork

/// Finds many texts in other texts, in time that is linear in all texts together.
///
/// All texts are read from their ends: where a text ends in that direction it begins in the other, and of all texts
/// that begin there the longest is found.
struct TextSearch: ~Copyable {
    /// The texts that are looked for, each from its end.
    private var texts: TextList<UInt32>

    /// Makes a search that knows no text yet.
    ///
    /// - Throws: ``BudgetFailure/outOfMemory(_:)``.
    init() throws(BudgetFailure) {
        texts = try TextList()
    }

    /// Looks for `text`, too, if it is telling.
    mutating func add(_ text: UnsafeBufferPointer<FoldedText.Character>) throws(BudgetFailure) {
        guard text.isTelling else { return }
        try texts.append(text.reversed().lazy.map(\.token))
    }

    /// The search, once all texts are added.
    ///
    /// - Parameter budget: Pays for each character.
    consuming func prepared(budget: inout WorkBudget) throws(BudgetFailure) -> Prepared {
        Prepared(
            automaton: try texts.automaton(budget: &budget),
            lengths: texts.ranges.map { Int32($0.count) }
        )
    }

    /// Texts that are looked for.
    struct Prepared: ~Copyable {
        fileprivate let automaton: TextAutomaton<UInt32>
        /// How many characters each text has.
        fileprivate let lengths: [Int32]

        /// Whether there is nothing to look for.
        var isEmpty: Bool { lengths.isEmpty }
    }
}

extension UnsafeBufferPointer<FoldedText.Character> {
    /// Whether a text is worth looking for: it is no row of dots as a secure field shows, and long enough not to occur
    /// by chance. That is four characters, of which a syllable counts as two.
    var isTelling: Bool {
        let length = prefix(4).reduce(0) { $0 + ($1.kind == .syllable ? 2 : 1) }
        return length >= 4 && !allSatisfy { $0.kind == .mask || $0.kind == .space }
    }
}

extension TextSearch.Prepared {
    /// A place where a text begins.
    private struct Match {
        let start: Int32
        let length: Int32
    }

    /// The places in `text` that are one of the texts, the longest one at each, from the first to the last.
    ///
    /// - Parameter budget: Pays for each character.
    func matches(
        in text: UnsafeBufferPointer<FoldedText.Character>,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [Range<Int>] {
        var all: [Match] = []
        var node = TextAutomaton<UInt32>.root
        for index in text.indices.reversed() {
            try budget.spend()
            node = automaton.node(after: node, text[index].token)
            guard let found = automaton.text(at: node) else { continue }
            all.append(Match(start: Int32(index), length: lengths[found]))
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
