/// What to cover.
public enum Target: Sendable, Hashable {
    /// The whole snapshot.
    case screen
    /// A rectangle.
    case region(Region)
    /// The rectangles that a request brings: ``Policy/covering(_:)``.
    case regions
    /// Elements of the hierarchy that comes with the snapshot.
    case elements(ElementSelector)

    /// How many matches there have to be where a rule does not say. What is called by its name is meant to be there: none is a
    /// mistake in the name, or a hierarchy of something else.
    var leastMatches: Int {
        if case .elements = self, !isLevel { 1 } else { 0 }
    }

    /// Whether it names a level of elements.
    var isLevel: Bool {
        if case .elements(let selector) = self { selector.isLevel } else { false }
    }

    /// The word for it in a receipt.
    public var kind: String {
        switch self {
        case .screen: "screen"
        case .region: "region"
        case .regions: "regions"
        case .elements(let selector): selector.kind
        }
    }
}

/// A rectangle in the units of its policy. The origin is the top left corner of the snapshot.
public struct Region: Sendable, Hashable, Encodable {
    /// Distance from the left edge.
    public let x: Double
    /// Distance from the top edge.
    public let y: Double
    /// Width, above 0.
    public let width: Double
    /// Height, above 0.
    public let height: Double

    /// The largest magnitude of a coordinate or length, in any unit.
    public static let maximumLength = 1_000_000.0

    /// Nil unless all four are within ``maximumLength`` and the region has an area. NaN is not.
    public init?(x: Double, y: Double, width: Double, height: Double) {
        let coordinates = -Self.maximumLength...Self.maximumLength
        guard coordinates.contains(x), coordinates.contains(y) else { return nil }
        guard width > 0, height > 0, width <= Self.maximumLength, height <= Self.maximumLength else { return nil }
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
