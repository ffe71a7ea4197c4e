import BoundedWork
import TextAlgorithms

/// Columns of tables whose headings are those of secrets: of CSV, of tables with bars, as of Gherkin and Markdown, and of tables whose
/// columns are aligned by spaces.
enum TextTables {
    static func fields(
        in range: Range<Int>,
        of source: UnsafeRawBufferPointer,
        _ notation: Notation,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [FieldMember] {
        guard notation != .jsonNumber else { return [] }
        try budget.spend(2 * range.count)
        guard source[range].place(of: lineBreak(notation)) != nil else { return [] }
        var rules = try FieldRules(budget: &budget)
        var fields: [FieldMember] = []
        var table: Table?
        var isFirst = true
        for line in lines(of: source, range, notation) {
            guard source[line].contains(where: isSaid) else {
                // A rule between rows; a blank line ends a table.
                if source[line].allSatisfy(\.isASCIISpace) { table = nil }
                continue
            }
            if let row = table?.secrets(in: line, of: source) {
                for (name, value) in row {
                    let cell = FieldMember(name: name, value: value, notation: notation)
                    if let secret = try rules.secret(inColumn: cell, in: source, budget: &budget) {
                        fields.append(secret)
                    }
                }
            } else {
                table = try heading(line, isFirst: isFirst, of: source, &rules, budget: &budget)
            }
            isFirst = false
        }
        return fields
    }

    /// The table that a line is the heading of; nil if it is that of none with secrets.
    private static func heading(
        _ line: Range<Int>,
        isFirst: Bool,
        of source: UnsafeRawBufferPointer,
        _ rules: inout FieldRules,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Table? {
        for separator in separators(of: source[line], isFirst: isFirst) {
            var table = Table(heading: line, separator, of: source)
            for index in table.headings.indices where FieldNaming.isHeading(table.headings[index], in: source) {
                if try rules.nameSecret(table.headings[index], in: source, budget: &budget) {
                    table.columns.append(index)
                }
            }
            if table.headings.count > 1, !table.columns.isEmpty { return table }
        }
        return nil
    }

    /// The lines of a text: those of a string have the breaks of its notation.
    private static func lines(
        of source: UnsafeRawBufferPointer,
        _ range: Range<Int>,
        _ notation: Notation
    ) -> some Sequence<Range<Int>> {
        let lineBreak = lineBreak(notation)
        return sequence(state: range.lowerBound as Int?) { (start) -> Range<Int>? in
            guard let first = start else { return nil }
            let end = source[first..<range.upperBound].place(of: lineBreak)
            start = end.map { $0 + lineBreak.count }
            return first..<(end ?? range.upperBound)
        }
    }

    /// How a line break stands in a text.
    private static func lineBreak(_ notation: Notation) -> [UInt8] {
        Array((notation == .plain || notation == .markup ? "\n" : #"\n"#).utf8)
    }

    /// Whether a byte is of what a cell says, and not of a rule between two rows.
    private static func isSaid(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte.isASCIIDigit }

    /// What may part the cells of a line. Commas do so in the first line alone, as sentences have them.
    private static func separators(of line: Slice<UnsafeRawBufferPointer>, isFirst: Bool) -> [Separator] {
        var separators: [Separator] = []
        for sign in [UInt8(ascii: "|"), UInt8(ascii: "\t")] where line.contains(sign) {
            separators.append(.bytes([sign]))
        }
        if line.place(of: bar) != nil { separators.append(.bytes(bar)) }
        if isFirst { for sign in ",;".utf8 where line.contains(sign) { separators.append(.bytes([sign])) } }
        if line.place(of: gap) != nil { separators.append(.gap) }
        return separators
    }

    /// The bar of tables that are drawn.
    private static let bar = Array("│".utf8)
    private static let gap = Array("  ".utf8)
}

/// What stands between the cells of a row.
private enum Separator {
    case bytes([UInt8])
    /// Two spaces or more. Cells are known by where they begin or end.
    case gap
}

/// The heading of a table.
private struct Table {
    let headings: [Range<Int>]
    /// The numbers of the columns of secrets.
    var columns: [Int] = []
    private let separator: Separator
    /// Where the headings begin and end in their line.
    private let spans: [Range<Int>]

    /// Cells of a row that are looked at, at most.
    private static let mostCells = 64
    /// What may stand round the text of a cell.
    private static let marks = Set(" \t\r\"'`*\\".utf8)

    init(heading line: Range<Int>, _ separator: Separator, of source: UnsafeRawBufferPointer) {
        self.separator = separator
        headings = Self.cells(of: line, separator, in: source)
        spans = Self.spans(of: headings, from: line.lowerBound, in: source)
    }

    /// The cells of a row that stand in columns of secrets, by their headings; nil if a line is no row.
    func secrets(in line: Range<Int>, of source: UnsafeRawBufferPointer) -> [(name: Range<Int>, value: Range<Int>)]? {
        let cells = Self.cells(of: line, separator, in: source)
        guard case .gap = separator else {
            return cells.count == headings.count ? columns.map { (headings[$0], cells[$0]) } : nil
        }
        guard cells.count > 1 else { return nil }
        let places = Self.spans(of: cells, from: line.lowerBound, in: source)
        return columns.flatMap { column in
            zip(cells, places).filter { _, place in
                place.lowerBound == spans[column].lowerBound || place.upperBound == spans[column].upperBound
            }
            .map { cell, _ in (headings[column], cell) }
        }
    }

    /// Where cells begin and end in their line, in characters.
    private static func spans(
        of cells: [Range<Int>],
        from start: Int,
        in source: UnsafeRawBufferPointer
    ) -> [Range<Int>] {
        var (index, place) = (start, 0)
        func advance(to end: Int) -> Int {
            place += source[index..<end].count { $0 & 0xC0 != 0x80 }
            index = end
            return place
        }
        return cells.map { advance(to: $0.lowerBound)..<advance(to: $0.upperBound) }
    }

    /// The cells of a line without what stands round their texts.
    private static func cells(
        of line: Range<Int>,
        _ separator: Separator,
        in source: UnsafeRawBufferPointer
    ) -> [Range<Int>] {
        var cells: [Range<Int>] = []
        var (start, index) = (line.lowerBound, line.lowerBound)
        var isQuoted = false
        let parting: [UInt8]
        let isGap: Bool
        switch separator {
        case .bytes(let bytes): (parting, isGap) = (bytes, false)
        case .gap: (parting, isGap) = ([UInt8(ascii: " "), UInt8(ascii: " ")], true)
        }
        while index < line.upperBound, cells.count < mostCells {
            if source[index] == UInt8(ascii: "\""), !isGap { isQuoted.toggle() }
            let isEnd = !isQuoted && source[index..<line.upperBound].starts(with: parting)
            guard isEnd else {
                index += 1
                continue
            }
            cells.append(trimmed(start..<index, in: source))
            index += parting.count
            start = index
        }
        cells.append(trimmed(start..<line.upperBound, in: source))
        return isGap ? cells.filter { !$0.isEmpty } : cells
    }

    private static func trimmed(_ cell: Range<Int>, in source: UnsafeRawBufferPointer) -> Range<Int> {
        let start = source[cell].firstIndex { !marks.contains($0) } ?? cell.upperBound
        let last = source[start..<cell.upperBound].lastIndex { !marks.contains($0) }
        return start..<(last.map { $0 + 1 } ?? start)
    }
}
