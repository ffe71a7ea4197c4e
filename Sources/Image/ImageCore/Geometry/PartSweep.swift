/// The parts of an area that lie in some rows, asked for from top to bottom, so that a part is looked at only where it lies,
/// however many parts there are.
struct PartSweep {
    /// The parts that were not reached yet, from top to bottom.
    private var waiting: ArraySlice<PixelRect>
    /// The parts that the last rows had, and that may reach into the next ones.
    private var active: [PixelRect] = []

    /// - Parameter parts: The parts, in any order.
    init(_ parts: [PixelRect]) {
        waiting = parts.sorted { $0.y < $1.y }[...]
    }

    /// The parts that have one of `rows`.
    ///
    /// - Parameter rows: Not empty, and none of them above the rows that were asked for before.
    mutating func parts(in rows: Range<Int>) -> [PixelRect] {
        active.removeAll { $0.maxY <= rows.lowerBound }
        while let part = waiting.first, part.y < rows.upperBound {
            waiting.removeFirst()
            if part.maxY > rows.lowerBound { active.append(part) }
        }
        return active
    }
}
