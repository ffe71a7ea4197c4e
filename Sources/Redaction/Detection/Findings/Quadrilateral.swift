public import ImageCore

/// Four corners round a finding: clockwise, from its beginning.
public struct Quadrilateral: Sendable, Hashable {
    /// The start of the upper edge.
    public var topLeft: Point
    /// The end of the upper edge.
    public var topRight: Point
    /// The end of the lower edge.
    public var bottomRight: Point
    /// The start of the lower edge.
    public var bottomLeft: Point

    /// A quadrilateral from its corners.
    public init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// An upright rectangle.
    public init(x: ClosedRange<Double>, y: ClosedRange<Double>) {
        self.init(
            topLeft: Point(x: x.lowerBound, y: y.lowerBound),
            topRight: Point(x: x.upperBound, y: y.lowerBound),
            bottomRight: Point(x: x.upperBound, y: y.upperBound),
            bottomLeft: Point(x: x.lowerBound, y: y.upperBound)
        )
    }

    /// All corners, clockwise from ``topLeft``.
    public var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }

    /// The columns from the leftmost corner to the rightmost.
    public var columns: ClosedRange<Double> {
        let columns = corners.map(\.x)
        return (columns.min() ?? 0)...(columns.max() ?? 0)
    }

    /// The rows from the uppermost corner to the lowest.
    public var rows: ClosedRange<Double> {
        let rows = corners.map(\.y)
        return (rows.min() ?? 0)...(rows.max() ?? 0)
    }

    /// Whether the edges are parallel to those of the picture.
    public var isUpright: Bool {
        topLeft.y == topRight.y && bottomLeft.y == bottomRight.y && topLeft.x == bottomLeft.x
            && topRight.x == bottomRight.x
    }

    /// The smallest rectangle of whole pixels that holds all corners, as far as it lies within a picture of `size`; nil if none
    /// of it does.
    public func boundingRect(in size: PixelSize) -> PixelRect? {
        PixelRect(
            columns: Self.pixels(columns, count: size.width),
            rows: Self.pixels(rows, count: size.height)
        )
    }

    private static func pixels(_ range: ClosedRange<Double>, count: Int) -> Range<Int> {
        let bounds = 0...Double(count)
        let lower = Int(min(max(range.lowerBound.rounded(.down), bounds.lowerBound), bounds.upperBound))
        let upper = Int(min(max(range.upperBound.rounded(.up), bounds.lowerBound), bounds.upperBound))
        return lower..<max(lower, upper)
    }

    /// The part between two places along the upper and the lower edge, each from 0, where they begin, to 1.
    public func part(_ extent: ClosedRange<Double>) -> Quadrilateral {
        let (top, bottom) = (topRight - topLeft, bottomRight - bottomLeft)
        return Quadrilateral(
            topLeft: topLeft + top * extent.lowerBound,
            topRight: topLeft + top * extent.upperBound,
            bottomRight: bottomLeft + bottom * extent.upperBound,
            bottomLeft: bottomLeft + bottom * extent.lowerBound
        )
    }

    var width: Double { (topRight - topLeft).length }
    /// The length of the left edge, in pixels: the height of a thing, however it is turned.
    public var height: Double { (bottomLeft - topLeft).length }
    var center: Point { (topLeft + bottomRight) * 0.5 }

    func mapped(_ transform: (Point) -> Point) -> Quadrilateral {
        Quadrilateral(
            topLeft: transform(topLeft),
            topRight: transform(topRight),
            bottomRight: transform(bottomRight),
            bottomLeft: transform(bottomLeft)
        )
    }

    /// The rectangle with its edges moved outwards: the left and right, and the upper and lower ones, by so many pixels.
    func grown(alongLine: Double, acrossLine: Double) -> Quadrilateral {
        let (width, height) = (width, height)
        guard width > 0, height > 0 else { return self }
        let along = (topRight - topLeft) * (alongLine / width)
        let across = (bottomLeft - topLeft) * (acrossLine / height)
        return Quadrilateral(
            topLeft: topLeft - along - across,
            topRight: topRight + along - across,
            bottomRight: bottomRight + along + across,
            bottomLeft: bottomLeft - along + across
        )
    }

    /// The same corners for a line that runs downwards where it ran to the right, or further round.
    func turned(by quarterTurns: Int) -> Quadrilateral {
        let corners = corners
        let first = quarterTurns % 4
        return Quadrilateral(
            topLeft: corners[first % 4],
            topRight: corners[(first + 1) % 4],
            bottomRight: corners[(first + 2) % 4],
            bottomLeft: corners[(first + 3) % 4]
        )
    }

    /// Place of a point along the upper edge: 0 at its start, 1 at its end and beyond.
    func share(of point: Point) -> Double {
        let edge = topRight - topLeft
        let way = point - topLeft
        let length = edge.x * edge.x + edge.y * edge.y
        return length > 0 ? min(max((way.x * edge.x + way.y * edge.y) / length, 0), 1) : 0
    }
}

/// A place in a picture, in pixels from its top left corner. Pixel 0,0 covers from 0,0 to 1,1.
public struct Point: Sendable, Hashable {
    /// Pixels to the right.
    public var x: Double
    /// Pixels down.
    public var y: Double

    /// A place from its coordinates.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }
    static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }
    static func * (left: Point, factor: Double) -> Point { Point(x: left.x * factor, y: left.y * factor) }

    var length: Double { (x * x + y * y).squareRoot() }
}
