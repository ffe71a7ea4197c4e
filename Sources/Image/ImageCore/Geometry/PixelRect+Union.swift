extension [PixelRect] {
    /// How many pixels the rectangles hold together, each pixel counted once.
    ///
    /// A sweep down the rows, with a segment tree over the columns (Bentley, 1977): n log n steps for n rectangles.
    public var unionArea: Int {
        let edges = Set(flatMap { [$0.x, $0.maxX] }).sorted()
        let index = Dictionary(uniqueKeysWithValues: edges.enumerated().map { ($1, $0) })
        var events: [(row: Int, change: Int, columns: Range<Int>)] = []
        for rect in self {
            guard let first = index[rect.x], let end = index[rect.maxX] else { continue }
            events.append((rect.y, 1, first..<end))
            events.append((rect.maxY, -1, first..<end))
        }
        events.sort { $0.row < $1.row }
        var covered = CoveredColumns(edges)
        var (area, row) = (0, 0)
        for event in events {
            area += covered.count * (event.row - row)
            row = event.row
            covered.add(event.change, over: event.columns)
        }
        return area
    }
}

/// The columns that some rectangles cover, each counted once.
private struct CoveredColumns {
    /// Where spans of columns begin, in order; the last one is where they end.
    private let edges: [Int]
    /// For each node of the tree, rectangles that cover all of its spans and not all of its parent's. The children of the
    /// node at `n` are at `2n` and `2n + 1`.
    private var covers: [Int]
    /// For each node, how many of its columns are covered.
    private var counts: [Int]

    init(_ edges: [Int]) {
        self.edges = edges
        covers = [Int](repeating: 0, count: 4 * edges.count)
        counts = covers
    }

    /// How many columns are covered.
    var count: Int { counts.count > 1 ? counts[1] : 0 }

    /// Adds `change` to the rectangles that cover `spans`, indices of edges.
    mutating func add(_ change: Int, over spans: Range<Int>) {
        add(change, over: spans, node: 1, of: 0..<edges.count - 1)
    }

    private mutating func add(_ change: Int, over spans: Range<Int>, node: Int, of own: Range<Int>) {
        guard spans.overlaps(own) else { return }
        let isLeaf = own.count == 1
        if spans.lowerBound <= own.lowerBound, own.upperBound <= spans.upperBound {
            covers[node] += change
        } else {
            let middle = (own.lowerBound + own.upperBound) / 2
            add(change, over: spans, node: 2 * node, of: own.lowerBound..<middle)
            add(change, over: spans, node: 2 * node + 1, of: middle..<own.upperBound)
        }
        if covers[node] > 0 {
            counts[node] = edges[own.upperBound] - edges[own.lowerBound]
        } else {
            counts[node] = isLeaf ? 0 : counts[2 * node] + counts[2 * node + 1]
        }
    }
}
