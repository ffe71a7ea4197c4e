/// A rectangle round a blob, at any angle.
struct TextRectangle {
    /// The direction of the line that the blob is, of length 1.
    let direction: Point
    /// How far it reaches along the direction.
    let along: ClosedRange<Double>
    /// How far it reaches along the direction turned by a quarter clockwise, which is downwards for an upright line.
    let across: ClosedRange<Double>

    /// How much smaller a tilted rectangle has to be than the upright one. What the edges of a blob happen to look like makes
    /// lines on screens seem tilted, which hardly any is.
    private static let tiltedShare = 0.8

    var width: Double { along.upperBound - along.lowerBound }
    var height: Double { across.upperBound - across.lowerBound }
    private var area: Double { width * height }

    private init(_ hull: ConvexHull, along direction: Point) {
        self.direction = direction
        along = hull.reach(along: direction)
        across = hull.reach(along: Point(x: -direction.y, y: direction.x))
    }

    /// The smallest rectangle, one edge of which is an edge of the polygon; the upright one if that is not much larger.
    init(round hull: ConvexHull) {
        var best = TextRectangle(hull, along: Point(x: 1, y: 0))
        let enough = best.area * Self.tiltedShare
        var smallest = enough
        for (index, corner) in hull.corners.enumerated() {
            let edge = hull.corners[(index + 1) % hull.corners.count] - corner
            guard edge.length > 0 else { continue }
            let rectangle = TextRectangle(hull, along: Self.reading(edge * (1 / edge.length)))
            if rectangle.area < smallest { (best, smallest) = (rectangle, rectangle.area) }
        }
        // A line runs along its longer edge, up to what a single character may be.
        self = best.isTilted && best.height > best.width ? best.turned(hull) : best
    }

    private var isTilted: Bool { direction.y != 0 }

    private func turned(_ hull: ConvexHull) -> TextRectangle {
        TextRectangle(hull, along: Self.reading(Point(x: -direction.y, y: direction.x)))
    }

    /// A direction or its opposite: the one that lines are read in, from the left to the right.
    private static func reading(_ direction: Point) -> Point {
        direction.x < 0 || (direction.x == 0 && direction.y < 0) ? direction * -1 : direction
    }

    /// The corners, with each edge moved outwards.
    func quadrilateral(grownBy distance: Double) -> Quadrilateral {
        let down = Point(x: -direction.y, y: direction.x)
        let (left, right) = (direction * (along.lowerBound - distance), direction * (along.upperBound + distance))
        let (top, bottom) = (down * (across.lowerBound - distance), down * (across.upperBound + distance))
        return Quadrilateral(
            topLeft: left + top,
            topRight: right + top,
            bottomRight: right + bottom,
            bottomLeft: left + bottom
        )
    }
}
