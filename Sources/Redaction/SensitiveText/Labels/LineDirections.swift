/// Directions of lines, which a screen may mix: lines in Arabic, Hebrew and Persian begin on the right.
struct LineDirections {
    /// Whether the letters of each piece run from right to left.
    let runsFromRight: [Bool]
    /// Whether any piece does.
    let hasLinesFromRight: Bool
    private let rowsFromRight: [Bool]
    private let layout: PieceLayout

    /// Rows above and beneath one that say where it begins: captions such as "IBAN" are in Latin letters in all languages.
    private static let reach = 3
    /// Share of pieces in letters from the right, from which on lines begin there: values are in digits and Latin letters.
    private static let share = 4

    init(runsFromRight: [Bool], _ layout: PieceLayout) {
        (self.runsFromRight, self.layout) = (runsFromRight, layout)
        hasLinesFromRight = runsFromRight.contains(true)
        var sums = [(fromRight: 0, all: 0)]
        for row in layout.rows {
            let last = sums[sums.count - 1]
            sums.append((last.fromRight + row.count { runsFromRight[$0] }, last.all + row.count))
        }
        rowsFromRight = layout.rows.indices.map { row in
            let (first, last) = (sums[max(0, row - Self.reach)], sums[min(layout.rows.count, row + 1 + Self.reach)])
            return Self.share * (last.fromRight - first.fromRight) > last.all - first.all
        }
    }

    static func runsFromRight(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        units.contains { (0x590...0x8FF).contains($0.scalar) }
    }

    func beginsOnRight(_ piece: Int) -> Bool {
        layout.row(of: piece).map { rowsFromRight[$0] } ?? false
    }
}
