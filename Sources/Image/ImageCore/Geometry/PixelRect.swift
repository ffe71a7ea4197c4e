/// A rectangle of whole pixels that is never empty. The origin is the top left corner of the picture.
public struct PixelRect: Sendable, Hashable, CustomStringConvertible {
    /// The first column, 0 or more.
    public let x: Int
    /// The first row, 0 or more.
    public let y: Int
    /// Width and height, in pixels.
    public let size: PixelSize

    /// The width in pixels, 1 or more.
    public var width: Int { size.width }
    /// The height in pixels, 1 or more.
    public var height: Int { size.height }
    /// The column after the last one.
    public var maxX: Int { x + size.width }
    /// The row after the last one.
    public var maxY: Int { y + size.height }

    /// Nil if a number is negative, the rectangle is empty, or an edge exceeds ``PixelSize/maximumEdge``.
    public init?(x: Int, y: Int, width: Int, height: Int) {
        let origin = 0...PixelSize.maximumEdge
        guard origin.contains(x), origin.contains(y), let size = PixelSize(width: width, height: height) else {
            return nil
        }
        self.x = x
        self.y = y
        self.size = size
    }

    /// Nil if the columns or rows are empty, or a bound is negative.
    public init?(columns: Range<Int>, rows: Range<Int>) {
        self.init(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// All of a picture of `size`.
    public init(_ size: PixelSize) {
        self.x = 0
        self.y = 0
        self.size = size
    }

    /// The columns that the rectangle holds: `x ..< maxX`.
    public var columns: Range<Int> { x..<maxX }
    /// The rows that the rectangle holds: `y ..< maxY`.
    public var rows: Range<Int> { y..<maxY }

    /// Size and origin, for example `390x47 at 0,12`.
    public var description: String { "\(size) at \(x),\(y)" }

    /// A rectangle counted from the top left corner of `other`, counted from that of the picture. Nil if it lies beyond any
    /// picture.
    public func offset(byOriginOf other: PixelRect) -> PixelRect? {
        PixelRect(x: x + other.x, y: y + other.y, width: width, height: height)
    }

    /// A rectangle counted from the top left corner of the picture, counted from that of `other`. Nil if it lies before it.
    public func offset(fromOriginOf other: PixelRect) -> PixelRect? {
        PixelRect(x: x - other.x, y: y - other.y, width: width, height: height)
    }

    /// The pixels in both, or nil if there are none.
    public func intersection(_ other: PixelRect) -> PixelRect? {
        PixelRect(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
    }

    /// The smallest rectangle that holds both.
    public func joined(with other: PixelRect) -> PixelRect {
        let (x, y) = (min(x, other.x), min(y, other.y))
        return PixelRect(x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y) ?? self
    }

    /// The rectangle with so many pixels more on each side, as far as a picture of `size` has them.
    public func grown(by margin: Int, in size: PixelSize) -> PixelRect {
        let (left, top) = (max(x - margin, 0), max(y - margin, 0))
        let (right, bottom) = (min(maxX + margin, size.width), min(maxY + margin, size.height))
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top) ?? self
    }

    /// Whether every pixel of `other` is in this rectangle.
    public func contains(_ other: PixelRect) -> Bool {
        intersection(other) == other
    }

    /// The pixels that are not in `other`, as up to four rectangles that do not overlap.
    public func subtracting(_ other: PixelRect) -> [PixelRect] {
        guard let hole = intersection(other) else { return [self] }
        return [
            PixelRect(columns: columns, rows: y..<hole.y),
            PixelRect(columns: x..<hole.x, rows: hole.rows),
            PixelRect(columns: hole.maxX..<maxX, rows: hole.rows),
            PixelRect(columns: columns, rows: hole.maxY..<maxY),
        ].compactMap { $0 }
    }
}

/// The width and height of a picture, in pixels, both at least 1.
public struct PixelSize: Sendable, Hashable, CustomStringConvertible {
    /// The number of columns, 1 to ``maximumEdge``.
    public let width: Int
    /// The number of rows, 1 to ``maximumEdge``.
    public let height: Int

    /// The longest edge that can be expressed: what PNG allows, and small enough that areas fit an `Int`.
    public static let maximumEdge = Int(Int32.max)

    /// Nil unless both edges are within 1 and ``maximumEdge``.
    public init?(width: Int, height: Int) {
        guard (1...Self.maximumEdge).contains(width), (1...Self.maximumEdge).contains(height) else { return nil }
        self.init(uncheckedWidth: width, height: height)
    }

    init(uncheckedWidth width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The number of pixels: width times height.
    public var area: Int { width * height }

    /// The size with width and height exchanged.
    public var transposed: PixelSize { PixelSize(uncheckedWidth: height, height: width) }

    /// Width and height, for example `1179x2556`.
    public var description: String { "\(width)x\(height)" }
}

extension [PixelRect] {
    /// Number of pixels in any of the rectangles, each counted once: a sweep down the rows, with a segment tree over the columns
    /// (Bentley, 1977), in n log n steps for n rectangles.
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

private struct CoveredColumns {
    /// Starts of spans of columns, in order; the last one is the end.
    private let edges: [Int]
    /// For each node of the tree, rectangles that cover all of its spans and not all of its parent's; children of `n` are `2n` and
    /// `2n + 1`.
    private var covers: [Int]
    /// For each node, its covered columns.
    private var counts: [Int]

    init(_ edges: [Int]) {
        self.edges = edges
        covers = [Int](repeating: 0, count: 4 * edges.count)
        counts = covers
    }

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
