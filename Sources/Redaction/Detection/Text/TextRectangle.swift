struct TextRectangle {
    /// The direction of the line that the blob is, of length 1.
    let direction: Point
    let along: ClosedRange<Double>
    /// Extent along the direction turned by a quarter clockwise, which is downwards for an upright line.
    let across: ClosedRange<Double>

    /// Area of a tilted rectangle that is preferred, as a share of the upright one's. The edges of a blob make lines on screens
    /// seem tilted, which hardly any is.
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
        // A line runs along its longer edge, up to the size of a single character.
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

/// The smallest convex polygon round some points.
struct ConvexHull {
    /// The corners in order round the polygon. Three or more, unless all points lie on a line.
    let corners: [Point]

    /// By Andrew's monotone chain, in the time of sorting.
    init(_ points: [Point]) {
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        guard sorted.count > 2 else {
            corners = sorted
            return
        }
        corners = Self.chain(sorted) + Self.chain(sorted.reversed())
    }

    /// One side of the polygon, without its last corner, which the other side begins with.
    private static func chain(_ points: [Point]) -> [Point] {
        var chain: [Point] = []
        for point in points {
            while chain.count > 1, !turns(chain[chain.count - 2], chain[chain.count - 1], point) { chain.removeLast() }
            chain.append(point)
        }
        return chain.dropLast()
    }

    private static func turns(_ a: Point, _ b: Point, _ c: Point) -> Bool {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0
    }

    /// Extent of the polygon along a direction of length 1.
    func reach(along direction: Point) -> ClosedRange<Double> {
        var reach = (Double.infinity, -Double.infinity)
        for corner in corners {
            let place = corner.x * direction.x + corner.y * direction.y
            reach = (min(reach.0, place), max(reach.1, place))
        }
        return reach.0 <= reach.1 ? reach.0...reach.1 : 0...0
    }
}
