import BoundedWork

/// The columns of tables: a header names the cells beneath it, in as many rows as there are.
///
/// A row is one of headers if most of its pieces are captions, and at least two. A column goes on as long as its cells
/// begin or end where the header does, stay clear of the headers at both sides, and have others beside them.
struct TableColumns {
    let headers: [Int?]

    /// Distance of two cells of a column, in heights: others in their rows may have more lines.
    private static let reach = 5.0
    private static let slack = 0.4

    /// - Parameters:
    ///   - isLabel: Whether a piece is a label and nothing else; its row is of a form, which goes on with other captions.
    ///   - isSecondLine: Whether a piece is the second line of a broken caption; its row is of headers.
    init(
        _ layout: PieceLayout,
        isCaption: [Bool],
        isLabel: [Bool],
        isSecondLine: [Bool],
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        var headers = [Int?](repeating: nil, count: isCaption.count)
        try budget.spend(isCaption.count)
        let isHeaderRow = layout.rows.map { row in
            let captions = row.count { isCaption[$0] }
            return captions > 1 && 2 * captions > row.count
        }
        let endsTables = layout.rows.map { row in row.contains { isLabel[$0] } && !row.contains { isSecondLine[$0] } }
        for (row, pieces) in layout.rows.enumerated() where isHeaderRow[row] {
            for (place, header) in pieces.enumerated() where headers[header] == nil {
                try budget.spend(16)
                let left = place > 0 ? layout.frame(of: pieces[place - 1]).right : -.infinity
                let right = place + 1 < pieces.count ? layout.frame(of: pieces[place + 1]).x : .infinity
                var current = header
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
                    current = next
                }
            }
        }
        self.headers = headers
    }

    private static func isClear(_ frame: TextFrame, _ left: Double, _ right: Double) -> Bool {
        frame.x > left - slack * frame.height && frame.right < right + slack * frame.height
    }
}
