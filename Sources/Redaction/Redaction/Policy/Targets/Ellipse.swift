/// An ellipse in a rectangle, in the units of its policy from the top left corner of the snapshot.
public struct Ellipse: Sendable, Hashable {
    /// Distance of the rectangle from the left edge of the snapshot.
    public let x: Double
    /// Distance of the rectangle from the top edge of the snapshot.
    public let y: Double
    /// Width of the rectangle and of the ellipse, above 0.
    public let width: Double
    /// Height of the rectangle and of the ellipse, above 0.
    public let height: Double

    /// The ellipse in a rectangle; nil unless all four are within ``LengthUnit/maximumLength`` and the rectangle has an area.
    public init?(x: Double, y: Double, width: Double, height: Double) {
        guard Region(x: x, y: y, width: width, height: height) != nil else { return nil }
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    static let form = ObjectForm<Ellipse>(
        .required("x", \.x, .anyNumber, "distance from the left edge of the snapshot"),
        .required("y", \.y, .anyNumber, "distance from the top edge of the snapshot"),
        .required("width", \.width, .length, "its width, above 0"),
        .required("height", \.height, .length, "its height, above 0"),
        make: { (x, y, width, height) in
            guard let ellipse = Ellipse(x: x, y: y, width: width, height: height) else {
                throw InvalidMember("width", "has no area")
            }
            return ellipse
        }
    )
}

extension Ellipse: ShapeTarget {
    static let kind = "ellipse"

    var outlineName: String? { kind }

    func outline(_ scale: PixelScale) -> any PixelOutline {
        EllipseOutline(bounds: scale.bounds(x: x, y: y, width: width, height: height))
    }

    func write(to encoder: any Encoder) throws {
        try write(Self.form, to: encoder)
    }
}
