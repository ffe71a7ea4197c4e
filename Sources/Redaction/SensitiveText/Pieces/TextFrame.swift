/// Where a piece of text is, in any unit that is the same for all pieces, with y downward.
public struct TextFrame: Equatable, Sendable {
    /// The left edge.
    public let x: Double
    /// The upper edge.
    public let y: Double
    /// The extent to the right, 0 or more.
    public let width: Double
    /// The extent downward, 0 or more: about the height of the type.
    public let height: Double

    /// States a place. What is not finite, or negative where it must not be, makes a frame without extent, which is beside
    /// nothing.
    public init(x: Double, y: Double, width: Double, height: Double) {
        // Beyond that, sums and products of a frame are not exact any more.
        let isSane = [x, y, width, height].allSatisfy { $0.isFinite && abs($0) < 1e9 } && width >= 0 && height >= 0
        (self.x, self.y, self.width, self.height) = isSane ? (x, y, width, height) : (0, 0, 0, 0)
    }

    /// For a text whose place is not known: it is beside nothing.
    public static let unknown = TextFrame(x: 0, y: 0, width: 0, height: 0)

    var isKnown: Bool { width > 0 && height > 0 }
    var right: Double { x + width }
    var bottom: Double { y + height }
    var middle: Double { y + height / 2 }
    var middleX: Double { x + width / 2 }

    /// The length of what both frames cover of the horizontal axis; negative by the gap if they share nothing.
    func horizontalOverlap(_ other: TextFrame) -> Double {
        min(right, other.right) - max(x, other.x)
    }
}
