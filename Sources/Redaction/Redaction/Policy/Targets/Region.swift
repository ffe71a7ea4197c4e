import StrictJSON

/// A rectangle with corners that may be rounded, in the units of its policy from the top left corner of the snapshot.
public struct Region: Sendable, Hashable {
    /// Distance from the left edge of the snapshot, in the units of the policy; below 0 begins outside.
    public let x: Double
    /// Distance from the top edge of the snapshot, in the units of the policy; below 0 begins outside.
    public let y: Double
    /// Width, above 0, in the units of the policy.
    public let width: Double
    /// Height, above 0, in the units of the policy.
    public let height: Double
    /// Radius of the corners, 0 or more, in the units of the policy; counts as at most half of the shorter edge.
    public let cornerRadius: Double

    /// Makes a region; nil if its width or height is not above 0, its radius is below 0, or a number is NaN or of a magnitude above
    /// ``LengthUnit/maximumLength``.
    public init?(x: Double, y: Double, width: Double, height: Double, cornerRadius: Double = 0) {
        guard LengthUnit.coordinates.contains(x), LengthUnit.coordinates.contains(y),
            (0...Self.maximum).contains(cornerRadius),
            width > 0, height > 0, width <= Self.maximum, height <= Self.maximum
        else { return nil }
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.cornerRadius = cornerRadius
    }

    private static let maximum = LengthUnit.maximumLength

    static let form = ObjectForm<Region>(
        .required("x", \.x, .anyNumber, "distance from the left edge of the snapshot"),
        .required("y", \.y, .anyNumber, "distance from the top edge of the snapshot"),
        .required("width", \.width, .length, "its width, above 0"),
        .required("height", \.height, .length, "its height, above 0"),
        .optional("cornerRadius", \.cornerRadius, .number(in: 0...maximum), default: 0, "radius of its corners"),
        make: { (x, y, width, height, radius) in
            guard let region = Region(x: x, y: y, width: width, height: height, cornerRadius: radius) else {
                throw InvalidMember("width", "has no area")
            }
            return region
        }
    )
}

extension Region {
    /// Nil if a length exceeds ``LengthUnit/maximumLength``.
    func scaled(by factor: Double) -> Region? {
        Region(
            x: x * factor,
            y: y * factor,
            width: width * factor,
            height: height * factor,
            cornerRadius: cornerRadius * factor
        )
    }
}

extension Region: ShapeTarget {
    static let kind = "region"

    var outlineName: String? { cornerRadius > 0 ? "rounded" : nil }

    func outline(_ scale: PixelScale) -> any PixelOutline {
        let bounds = scale.bounds(x: x, y: y, width: width, height: height)
        let radius = min(scale.pixels(cornerRadius), bounds.width / 2, bounds.height / 2)
        return RoundedOutline(bounds: bounds, radius: radius)
    }

    func write(to encoder: any Encoder) throws {
        try write(Self.form, to: encoder)
    }
}
