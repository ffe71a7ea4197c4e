/// How high a line is in its font: from the ascent to the descent, as browsers and systems select text.
///
/// Most edges of a line are between the baseline and the height of an x, or that of capitals where there is nothing else. How
/// high the whole is compared with that tells which.
struct LineHeight {
    /// The rows of the line, which hold those with edges.
    let rows: ClosedRange<Double>

    /// What fonts of screens have on average, in heights of the em: that of an x, that of capitals and digits, the ascent and the
    /// descent.
    private static let (xHeight, capHeight, ascent, descent) = (0.53, 0.72, 0.96, 0.24)

    /// - Parameters:
    ///   - edges: How many edges each row has.
    ///   - rows: The rows from the first that has some to the last.
    init(_ edges: [Int], rows: Range<Int>) {
        let (top, baseline) = Self.band(edges, rows)
        let band = Double(baseline - top)
        let above = Double(top - rows.lowerBound)
        // Capitals and digits have nothing above the band but accents.
        let em = above > band * 0.2 ? band / Self.xHeight : band / Self.capHeight
        self.rows =
            min(
                Double(rows.lowerBound),
                Double(baseline) - Self.ascent * em
            )...max(
                Double(rows.upperBound),
                Double(baseline) + Self.descent * em
            )
    }

    /// The row where the edges begin to be many, and the one after that where they cease to be.
    private static func band(_ edges: [Int], _ rows: Range<Int>) -> (top: Int, bottom: Int) {
        let reach = max(rows.count / 12, 1)
        let middle = (rows.lowerBound + rows.upperBound) / 2
        func sum(_ range: Range<Int>) -> Int { range.clamped(to: rows).reduce(0) { $0 + edges[$1] } }
        func step(_ row: Int) -> Int { sum(row..<row + reach) - sum(row - reach..<row) }
        var (top, bottom) = (rows.lowerBound, rows.upperBound)
        var (rise, fall) = (Int.min, Int.max)
        for row in rows.lowerBound...middle where step(row) > rise { (top, rise) = (row, step(row)) }
        for row in middle...rows.upperBound where step(row) < fall { (bottom, fall) = (row, step(row)) }
        return (top, max(bottom, top + 1))
    }
}
