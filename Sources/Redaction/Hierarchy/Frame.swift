/// A rectangle in the units of its source. The origin is the top left corner of the screen.
public struct Frame: Sendable, Hashable {
    /// Distance from the left edge; below 0 beyond it.
    public let x: Double
    /// Distance from the top edge; below 0 beyond it.
    public let y: Double
    /// Width of the rectangle, 0 or more.
    public let width: Double
    /// Height of the rectangle, 0 or more.
    public let height: Double

    /// Distance of the right edge from the left edge of the screen.
    public var maxX: Double { x + width }
    /// Distance of the bottom edge from the top edge of the screen.
    public var maxY: Double { y + height }

    /// The largest magnitude of a coordinate or length, in any unit. Beyond it no screen is and no list scrolls.
    public static let maximumLength = 1_000_000.0

    /// Makes a frame. Nil unless all four numbers are within ``maximumLength``, which NaN is not, and no length is
    /// negative.
    public init?(x: Double, y: Double, width: Double, height: Double) {
        let coordinates = -Self.maximumLength...Self.maximumLength
        let lengths = 0...Self.maximumLength
        guard coordinates.contains(x), coordinates.contains(y), lengths.contains(width), lengths.contains(height) else {
            return nil
        }
        self.init(uncheckedX: x, y: y, width: width, height: height)
    }

    /// Makes a frame of four numbers, of which no length is negative; the caller has checked that.
    init(uncheckedX x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Whether the frame has no area.
    var isEmpty: Bool { width == 0 || height == 0 }
}
