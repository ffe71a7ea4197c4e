/// A table in Markdown, its columns aligned for those who read the source.
struct MarkdownTable {
    private let rows: [[String]]

    /// - Parameter rows: Of as many cells as `header`.
    init(header: [String], rows: [[String]]) {
        self.rows = [header, header.map { _ in "---" }] + rows
    }

    /// The lines of the table.
    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: cell == "---" ? "-" : " ", count: width - cell.count)
            }
            return "| " + cells.joined(separator: " | ") + " |"
        }.joined(separator: "\n")
    }
}
