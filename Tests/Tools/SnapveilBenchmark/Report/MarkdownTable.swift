/// A table of text in Markdown.
struct MarkdownTable: CustomStringConvertible {
    /// The titles of the columns; all but the first `textColumns` are numbers, which are set to the right.
    let titles: [String]
    /// Columns of text, from the left.
    let textColumns: Int
    /// As many cells a row as there are titles.
    let rows: [[String]]

    /// The lines, without one at the end that is empty.
    var description: String {
        let rule = titles.indices.map { $0 < textColumns ? "---" : "--:" }
        return ([titles, rule] + rows).map(Self.line).joined(separator: "\n")
    }

    private static func line(_ cells: [String]) -> String {
        "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
}
