/// The columns between the characters of an upright line: the recogniser tells where characters are to a few of them.
struct CharacterGaps {
    /// How many edges each column has.
    let edges: [Int]
    /// The column that the first number is of.
    let firstColumn: Int

    /// The column with the fewest edges near a place, the nearest of several.
    ///
    /// - Parameters:
    ///   - column: Where one character is thought to end and the next one to begin.
    ///   - reach: How many columns off it may be.
    func nearest(to column: Double, reach: Double) -> Double {
        let columns = Int((column - reach).rounded(.down))...Int((column + reach).rounded(.up))
        let known = columns.clamped(to: firstColumn...firstColumn + edges.count - 1)
        let best = known.min { one, other in
            let difference = edges[one - firstColumn] - edges[other - firstColumn]
            guard difference == 0 else { return difference < 0 }
            return abs(Double(one) + 0.5 - column) < abs(Double(other) + 0.5 - column)
        }
        return best.map { Double($0) + 0.5 } ?? column
    }
}
