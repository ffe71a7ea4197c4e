/// Where frames are drawn by tools that move edges to the nearest lines of a grid of whole units, as browsers do.
extension Frame {
    /// How far beyond the middle between two lines an edge may be moved to the farther one: browsers count in 64ths.
    private static let rounding = 1.0 / 32

    /// The smallest frame that holds this one and what may be drawn of it.
    ///
    /// - Parameter grids: The corners of the grids of which it may be any.
    func outermost(on grids: [Page.Offset]) -> Frame {
        drawn(on: grids, outward: Self.rounding, first: min, last: max)
    }

    /// What is drawn of this frame on each of the grids, and lies in it. Its lengths are below 0 if that is nothing.
    ///
    /// - Parameter grids: The corners of the grids of which it may be any.
    func innermost(on grids: [Page.Offset]) -> Frame {
        drawn(on: grids, outward: -Self.rounding, first: max, last: min)
    }

    private func drawn(
        on grids: [Page.Offset],
        outward: Double,
        first: (Double, Double) -> Double,
        last: (Double, Double) -> Double
    ) -> Frame {
        var (left, top, right, bottom) = (x, y, maxX, maxY)
        for grid in grids {
            left = first(left, (x - outward - grid.x).rounded() + grid.x)
            top = first(top, (y - outward - grid.y).rounded() + grid.y)
            right = last(right, (maxX + outward - grid.x).rounded() + grid.x)
            bottom = last(bottom, (maxY + outward - grid.y).rounded() + grid.y)
        }
        return Frame(uncheckedX: left, y: top, width: right - left, height: bottom - top)
    }
}
