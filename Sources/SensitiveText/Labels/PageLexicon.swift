import BoundedWork

/// The labels of one page: those that are as they were written, and on a page in a script that the recogniser does not know
/// what it made of them.
struct PageLexicon {
    private let lexicon: LabelLexicon
    /// Find labels in look-alikes, of which the page has some.
    private let lookAlikes: [LookAlikeLexicon]

    /// Words of look-alikes that a page in Cyrillic letters at least has.
    private static let mixedWords = 3
    /// Units of a piece that are looked at for such words.
    private static let reach = 64

    /// - Parameter budget: Pays for each piece.
    init(of texts: borrowing TextPieces, isRecognised: Bool, budget: inout WorkBudget) throws(BudgetFailure) {
        lexicon = isRecognised ? Vocabulary.recognised : Vocabulary.exact
        var words = 0
        var hasCharacters = false
        for piece in 0..<texts.count where isRecognised && (words < Self.mixedWords || !hasCharacters) {
            let units = texts.units(of: piece)
            try budget.spend(min(units.count, Self.reach))
            words += units.prefix(Self.reach).split { !$0.isWordPart }.count(where: CyrillicShapes.isMixedWord)
            hasCharacters = hasCharacters || units.prefix(Self.reach).contains { LabelStream.isUnspaced($0.scalar) }
        }
        lookAlikes =
            (words < Self.mixedWords ? [] : [Vocabulary.cyrillicLookAlikes])
            + (hasCharacters ? [Vocabulary.kanaLookAlikes] : [])
    }

    /// The labels in `units`, in order; of those that overlap, the longest.
    ///
    /// - Parameter budget: Pays for each unit.
    func labels(in units: UnsafeBufferPointer<TextUnit>, budget: inout WorkBudget) throws(BudgetFailure)
        -> [LabelLexicon.Label]
    {
        var labels = try lexicon.labels(in: units, budget: &budget)
        for lookAlikes in lookAlikes {
            guard let label = try lookAlikes.label(in: units, budget: &budget) else { continue }
            // Short labels are found by chance in longer ones of look-alikes, as "Inn" is.
            if labels.allSatisfy({ $0.range.count < label.range.count }) { labels = [label] }
        }
        return labels
    }
}
