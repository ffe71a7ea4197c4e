import BoundedWork

/// The inside of a closed line of straight edges by the nonzero winding rule.
struct PolygonOutline: PixelOutline {
    let bounds: OutlineBounds
    private let edges: [Edge]
    /// The heights of corners and crossings from top to bottom: between two of them no edge begins, ends or crosses another.
    private let levels: [Double]

    var isRectangle: Bool { false }

    /// Goes from the upper end to the lower one.
    private struct Edge {
        let upper: OutlinePoint
        let lower: OutlinePoint
        /// 1 where the line goes down, -1 where it goes up.
        let winding: Int

        func x(at y: Double) -> Double {
            if y <= upper.y { return upper.x }
            if y >= lower.y { return lower.x }
            return upper.x + (lower.x - upper.x) * ((y - upper.y) / (lower.y - upper.y))
        }

        /// Nil if the edges do not cross.
        func crossing(_ other: Edge) -> Double? {
            let top = max(upper.y, other.upper.y)
            let bottom = min(lower.y, other.lower.y)
            guard top < bottom else { return nil }
            let (before, after) = (x(at: top) - other.x(at: top), x(at: bottom) - other.x(at: bottom))
            guard before * after < 0 else { return nil }
            return top + (bottom - top) * (before / (before - after))
        }
    }

    /// Takes three corners or more, in pixels.
    init(_ points: [OutlinePoint]) {
        let (columns, rows) = (points.map(\.x), points.map(\.y))
        bounds = OutlineBounds(
            left: columns.min() ?? 0,
            top: rows.min() ?? 0,
            right: columns.max() ?? 0,
            bottom: rows.max() ?? 0
        )
        let edges = zip(points, points.dropFirst() + points.prefix(1)).compactMap { start, end -> Edge? in
            guard start.y != end.y else { return nil }
            return start.y < end.y
                ? Edge(upper: start, lower: end, winding: 1) : Edge(upper: end, lower: start, winding: -1)
        }
        let crossings = edges.indices.flatMap { index in
            edges[(index + 1)...].compactMap { edges[index].crossing($0) }
        }
        self.edges = edges
        levels = Set(rows + crossings).sorted()
    }

    /// Whether the line winds both ways round parts of the inside, whose overlap would not count as inside.
    func windsBothWays(budget: inout WorkBudget) throws(BudgetFailure) -> Bool {
        var directions: Set<Int> = []
        for (top, bottom) in zip(levels, levels.dropFirst()) {
            try budget.spend(edges.count)
            let crossed = crossed(at: (top + bottom) / 2)
            var winding = 0
            for (left, right) in zip(crossed, crossed.dropFirst()) {
                winding += left.edge.winding
                let isWide = min(right.x - left.x, bottom - top) > PixelScale.tolerance
                if isWide, winding != 0 { directions.insert(winding.signum()) }
            }
        }
        return directions.count > 1
    }

    /// The edges at a height at which none begins or ends, from left to right.
    private func crossed(at height: Double) -> [(edge: Edge, x: Double)] {
        edges.filter { $0.upper.y < height && height < $0.lower.y }
            .map { (edge: $0, x: $0.x(at: height)) }
            .sorted { $0.x < $1.x }
    }

    func touched(from top: Double, to bottom: Double, budget: inout WorkBudget) throws(BudgetFailure) -> [Stretch] {
        var touched: [Stretch] = []
        for slab in slabs(from: top, to: bottom) {
            touched += try stretches(of: slab, budget: &budget).map(\.touched)
        }
        return touched
    }

    func filled(from top: Double, to bottom: Double, budget: inout WorkBudget) throws(BudgetFailure) -> [Stretch] {
        guard top >= bounds.top, bottom <= bounds.bottom else { return [] }
        var filled = [bounds.left...bounds.right]
        for slab in slabs(from: top, to: bottom) {
            filled = filled.intersection(try stretches(of: slab, budget: &budget).compactMap(\.filled).joined)
        }
        return filled
    }

    /// The slabs within which no edge begins, ends or crosses another.
    private func slabs(from top: Double, to bottom: Double) -> [ClosedRange<Double>] {
        let (top, bottom) = (max(top, bounds.top), min(bottom, bounds.bottom))
        guard top < bottom else { return [] }
        let first = levels.partitioningIndex { $0 > top }
        let heights = [top] + levels[first...].prefix { $0 < bottom } + [bottom]
        return zip(heights, heights.dropFirst()).map { $0...$1 }
    }

    /// The parts of the inside in a slab, as trapezoids between two edges, from left to right.
    private func stretches(
        of slab: ClosedRange<Double>,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [Trapezoid] {
        try budget.spend(edges.count)
        var trapezoids: [Trapezoid] = []
        var left: Edge?
        var winding = 0
        for (edge, _) in crossed(at: (slab.lowerBound + slab.upperBound) / 2) {
            if winding == 0 { left = edge }
            winding += edge.winding
            guard winding == 0, let start = left else { continue }
            let (upper, lower) = (start.x(at: slab.lowerBound), start.x(at: slab.upperBound))
            trapezoids.append(
                Trapezoid(
                    upper: upper...max(edge.x(at: slab.lowerBound), upper),
                    lower: lower...max(edge.x(at: slab.upperBound), lower)
                )
            )
        }
        return trapezoids
    }

    private struct Trapezoid {
        let upper: Stretch
        let lower: Stretch

        var touched: Stretch {
            min(upper.lowerBound, lower.lowerBound)...max(upper.upperBound, lower.upperBound)
        }

        /// Nil if no stretch is filled at every height.
        var filled: Stretch? {
            let left = max(upper.lowerBound, lower.lowerBound)
            let right = min(upper.upperBound, lower.upperBound)
            return left < right ? left...right : nil
        }
    }
}

extension [Stretch] {
    /// Sorted stretches, with touching ones joined.
    fileprivate var joined: [Stretch] {
        reduce(into: []) { joined, stretch in
            if let last = joined.last, stretch.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound...Swift.max(last.upperBound, stretch.upperBound)
            } else {
                joined.append(stretch)
            }
        }
    }

    /// The overlap of two lists that are ``joined``.
    fileprivate func intersection(_ others: [Stretch]) -> [Stretch] {
        flatMap { stretch in
            others.compactMap { $0.overlaps(stretch) ? $0.clamped(to: stretch) : nil }
        }
    }
}

extension [Double] {
    /// The index of the first element for which `belongs` holds; such elements come last.
    fileprivate func partitioningIndex(_ belongs: (Double) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
