/// An ellipse that touches the edges of a rectangle, in the units of its policy. The origin is the top left corner of
/// the snapshot.
public struct Ellipse: Sendable, Hashable {
    /// The rectangle whose edges the ellipse touches. The radius of its corners does not count.
    public let bounds: Region

    /// Makes the ellipse that touches the edges of `bounds`.
    public init(in bounds: Region) {
        self.bounds = bounds
    }

    static let form = ObjectForm<Ellipse>(
        .required("x", \.bounds.x, .number(in: coordinates)),
        .required("y", \.bounds.y, .number(in: coordinates)),
        .required("width", \.bounds.width, .length),
        .required("height", \.bounds.height, .length),
        make: { (x, y, width, height) throws(InvalidMember) in
            guard let bounds = Region(x: x, y: y, width: width, height: height) else {
                throw InvalidMember("width", "has no area")
            }
            return Ellipse(in: bounds)
        }
    )

    private static let coordinates = -LengthUnit.maximumLength...LengthUnit.maximumLength
}

extension Ellipse: ShapeTarget {
    static let kind = "ellipse"

    var outlineName: String? { kind }

    func outline(_ scale: PixelScale) -> any PixelOutline {
        EllipseOutline(bounds: scale.bounds(x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height))
    }

    func write(to encoder: any Encoder) throws {
        try write(Self.form, to: encoder)
    }
}
