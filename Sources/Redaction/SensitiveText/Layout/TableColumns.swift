import BoundedWork

/// The columns of tables: a header names the cells beneath it, in as many rows as there are.
///
/// A row is one of headers if most of its pieces are captions, and at least two. One with a single caption and no number is
/// one, too, if it or the next row has three pieces and more, and some cells are beneath the caption. A column goes on as long
/// as its cells begin or end where the header does, stay clear of the headers at both sides, and have others beside them.
struct TableColumns {
    let headers: [Int?]

    /// Pieces in a row of a table whose headers are not mostly captions, and cells beneath one of them.
    private static let width = 3
    private static let depth = 3

    /// Distance of two cells of a column, in heights: others in their rows may have more lines.
    private static let reach = 5.0
    private static let slack = 0.4

    /// - Parameters:
    ///   - isLabel: Whether a piece is a label and nothing else; a row with as many of them as of others is of a form,
    ///     which goes on with other captions.
    ///   - isSecondLine: Whether a piece is the second line of a broken caption; its row is of headers.
    ///   - isNumber: Whether a piece has as many digits as numbers of persons.
    ///   - mayHead: Whether a piece is a caption whose kind is told from other cells by its form, so that it may head a
    ///     column among other texts.
    init(
        _ layout: PieceLayout,
        isCaption: [Bool],
        isLabel: [Bool],
        isSecondLine: [Bool],
        isNumber: [Bool],
        mayHead: [Bool],
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        var headers = [Int?](repeating: nil, count: isCaption.count)
        try budget.spend(isCaption.count)
        let isHeaderRow = layout.rows.map { row in
            let captions = row.count { isCaption[$0] }
            return captions > 1 && 2 * captions > row.count
        }
        let endsTables = layout.rows.map { row in
            let labels = row.count { isLabel[$0] }
            return labels > 0 && 2 * labels >= row.count && !row.contains { isSecondLine[$0] }
        }
        for (row, pieces) in layout.rows.enumerated() {
            let width = max(pieces.count, row + 1 < layout.rows.count ? layout.rows[row + 1].count : 0)
            let isMixed = width >= Self.width && !pieces.contains { isNumber[$0] }
            for (place, header) in pieces.enumerated()
            where headers[header] == nil && (isHeaderRow[row] || isMixed && mayHead[header]) {
                try budget.spend(16)
                let left = place > 0 ? layout.frame(of: pieces[place - 1]).right : -.infinity
                let right = place + 1 < pieces.count ? layout.frame(of: pieces[place + 1]).x : .infinity
                var current = header
                var cells: [Int] = []
                // No piece gets a second header, so the work of all columns is that of all pieces.
                while let next = layout.vertical(of: current, downward: true, reach: Self.reach), headers[next] == nil,
                    let nextRow = layout.row(of: next), !endsTables[nextRow],
                    layout.isAligned(header, next) || layout.isAligned(current, next),
                    Self.isClear(layout.frame(of: next), left, right),
                    layout.hasCompanion(next)
                        || layout.isTight(current, next) && (current != header || isCaption[next])
                {
                    try budget.spend(48)
                    headers[next] = header
                    cells.append(next)
                    current = next
                }
                if !isHeaderRow[row], cells.count < Self.depth { for cell in cells { headers[cell] = nil } }
            }
        }
        self.headers = headers
    }

    private static func isClear(_ frame: TextFrame, _ left: Double, _ right: Double) -> Bool {
        frame.x > left - slack * frame.height && frame.right < right + slack * frame.height
    }
}
