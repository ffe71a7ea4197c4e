import BoundedWork
import TextAlgorithms

/// Captions that are broken over lines, as "Account" above "holder".
enum BrokenCaptions {
    /// Distance of the lines of a caption, in heights.
    static let gap = 0.4
    /// Lines of a caption, and units of one of them.
    static let lineLimit = 8
    static let lengthLimit = 24

    /// Makes captions of two lines that are one label together, such as "Titular do" above "cartão", though each may be one
    /// alone.
    ///
    /// - Returns: For each piece, whether it is a second line.
    static func join(
        _ texts: borrowing TextPieces,
        _ lexicon: LabelLexicon,
        _ layout: PieceLayout,
        _ roles: inout [CaptionRole],
        _ isCaptionPart: inout [Bool],
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [Bool] {
        var isSecondLine = [Bool](repeating: false, count: roles.count)
        for piece in roles.indices where !isSecondLine[piece] {
            try budget.spend(32)
            guard let next = layout.vertical(of: piece, downward: true),
                roles[piece].isCaption || roles[next].isCaption,
                layout.isTight(piece, next, gap: gap),
                let concepts = try label([piece, next], texts, lexicon, budget: &budget)
            else { continue }
            for line in [piece, next] { (roles[line], isCaptionPart[line]) = (.caption(concepts), true) }
            isSecondLine[next] = true
        }
        return isSecondLine
    }

    /// The meaning of the lines of a block if they are one label together, such as "Account" above "holder".
    static func label(
        _ block: [Int],
        _ texts: borrowing TextPieces,
        _ lexicon: LabelLexicon,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> ConceptSet? {
        guard block.allSatisfy({ texts.units(of: $0).count <= lengthLimit }) else { return nil }
        for isGlued in [false, true] {
            var text = try WipedArray<TextUnit>()
            try text.append(texts, block, isGlued: isGlued)
            let labels = try lexicon.labels(in: text.values, budget: &budget)
            if let label = labels.first, label.range.count == text.values.count { return label.concepts }
        }
        return nil
    }
}
