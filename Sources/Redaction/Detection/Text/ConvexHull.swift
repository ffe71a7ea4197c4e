/// The corners of the smallest convex polygon round some points.
struct ConvexHull {
    /// The corners in order round the polygon. Three or more, unless all points lie on a line.
    let corners: [Point]

    /// By Andrew's monotone chain, in the time that sorting takes.
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

    /// How far the polygon reaches along a direction of length 1.
    func reach(along direction: Point) -> ClosedRange<Double> {
        var reach = (Double.infinity, -Double.infinity)
        for corner in corners {
            let place = corner.x * direction.x + corner.y * direction.y
            reach = (min(reach.0, place), max(reach.1, place))
        }
        return reach.0 <= reach.1 ? reach.0...reach.1 : 0...0
    }
}
