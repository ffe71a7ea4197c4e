import BoundedWork

/// Lines that are read as one text: close beneath each other, of about the same height, with the same edge or middle.
///
/// Captions that stand alone are in no paragraph, because values are beside them. The cells of a column are in one only
/// if they are lines of the same cell.
struct Paragraphs {
    /// The paragraphs of two lines and more, each from top to bottom. No piece is in two of them.
    let paragraphs: [[Int]]

    /// Words from which on a text is more than a caption.
    private static let sentenceLength = 6

    init(
        _ layout: PieceLayout,
        _ captions: Captions,
        _ texts: borrowing TextPieces,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        var isPart: [Bool] = []
        for piece in 0..<texts.count {
            let units = texts.units(of: piece)
            try budget.spend(min(units.count, CaptionRole.lengthLimit))
            // A caption with a digit may begin with the rest of a value, and a domain or a sentence may hold the word of one.
            let head = units.prefix(CaptionRole.lengthLimit)
            isPart.append(
                !captions.isCaption(piece) || head.contains(where: \.isDigit)
                    || head.dropLast().contains { $0.equals(".") } && !head.contains(where: \.isSpace)
                    || head.split(whereSeparator: \.isSpace).count >= Self.sentenceLength
            )
        }
        let blocks = try TextBlocks(layout, isPart: isPart, lineLimit: .max, budget: &budget) { line, next in
            layout.isRunningOn(line, next) && captions.isOneCell(line, next)
        }
        paragraphs = blocks.blocks
    }
}
