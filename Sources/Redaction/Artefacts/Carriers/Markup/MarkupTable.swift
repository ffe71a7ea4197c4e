/// Where in a table of markup the parts are, and the headings of its columns: its first row, or a later one of headings alone.
struct MarkupTable {
    private var headings: [Int: Range<Int>] = [:]
    /// The number of the cell in its row, from 0 on; nil outside.
    private var column: Int?
    /// The next cell of the row.
    private var nextColumn = 0
    /// What the cells of the row say, as long as it may be one of headings.
    private var row: [Int: Range<Int>] = [:]
    private var (isFirstRow, hasHeadingsAlone) = (true, true)

    private static let mostColumns = 64

    mutating func enter(_ name: String, isOpening: Bool) {
        switch name {
        case "table": self = MarkupTable()
        case "tr":
            if row.count > 1, isFirstRow || hasHeadingsAlone { (headings, isFirstRow) = (row, false) }
            (row, column, nextColumn, hasHeadingsAlone) = ([:], nil, 0, true)
        case "th", "td":
            column = isOpening && nextColumn < Self.mostColumns ? nextColumn : nil
            if isOpening { nextColumn += 1 }
            hasHeadingsAlone = hasHeadingsAlone && name == "th"
        default: break
        }
    }

    /// The heading above a text, which may be one itself; nil if there is none.
    mutating func heading(of text: Range<Int>) -> Range<Int>? {
        guard let column else { return nil }
        row[column] = row[column] ?? text
        return headings[column]
    }
}
