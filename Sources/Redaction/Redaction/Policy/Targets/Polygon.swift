import StrictJSON

/// The inside of a closed line of straight edges, in the units of its policy from the top left corner of the snapshot.
///
/// Overlaps are inside, such as the middle of a five-pointed star. A line that winds both ways, as an 8 does, is refused when it is
/// planned.
public struct Polygon: Sendable, Hashable {
    /// A corner of a polygon, in the units of the policy.
    public struct Point: Sendable, Hashable {
        /// Distance from the left edge of the snapshot, in the units of the policy.
        public let x: Double
        /// Distance from the top edge of the snapshot, in the units of the policy.
        public let y: Double

        /// Makes a point from its distances from the left and top edges of the snapshot.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// The corners in the order of the line, which closes from the last one to the first.
    public let points: [Point]

    /// The allowed number of corners.
    public static let pointCount = 3...64

    /// Takes corners; nil if ``pointCount`` does not allow their number, a coordinate is NaN or of a magnitude above
    /// ``LengthUnit/maximumLength``, or all lie on one straight line.
    public init?(_ points: [Point]) {
        let coordinates = LengthUnit.coordinates
        guard Self.pointCount.contains(points.count), let first = points.first,
            points.allSatisfy({ coordinates.contains($0.x) && coordinates.contains($0.y) }),
            let second = points.first(where: { $0 != first })
        else { return nil }
        let isFlat = points.allSatisfy { point in
            (second.x - first.x) * (point.y - first.y) == (second.y - first.y) * (point.x - first.x)
        }
        guard !isFlat else { return nil }
        self.points = points
    }

    static let schema = JSONSchema.array(
        of: .array(of: .number(in: LengthUnit.coordinates), count: 2...2),
        count: pointCount
    )

    /// Reads an array of points, each an array of two numbers.
    init(_ json: JSONCursor) throws(JSONSchemaError) {
        let points = try json.array(count: Self.pointCount).map { (point) throws(JSONSchemaError) in
            let pair = try point.array(count: 2...2)
            return Point(
                x: try pair[0].number(in: LengthUnit.coordinates),
                y: try pair[1].number(in: LengthUnit.coordinates)
            )
        }
        guard let polygon = Polygon(points) else { throw json.invalid("a polygon needs an area") }
        self = polygon
    }
}

extension Polygon: ShapeTarget {
    static let kind = "polygon"

    var outlineName: String? { kind }

    func outline(_ scale: PixelScale) -> any PixelOutline {
        PolygonOutline(points.map { scale.point(x: $0.x, y: $0.y) })
    }

    func write(to encoder: any Encoder) throws {
        try encoder.encode(points.map { [$0.x, $0.y] }, as: kind)
    }
}
