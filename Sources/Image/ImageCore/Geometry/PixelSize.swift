/// The width and height of a picture, in pixels, both at least 1.
public struct PixelSize: Sendable, Hashable, CustomStringConvertible {
    /// The number of columns, 1 to ``maximumEdge``.
    public let width: Int
    /// The number of rows, 1 to ``maximumEdge``.
    public let height: Int

    /// The longest edge that can be expressed: what PNG allows, and small enough that areas fit an `Int`.
    public static let maximumEdge = Int(Int32.max)

    /// Nil unless both edges are within 1 and ``maximumEdge``.
    public init?(width: Int, height: Int) {
        guard (1...Self.maximumEdge).contains(width), (1...Self.maximumEdge).contains(height) else { return nil }
        self.init(uncheckedWidth: width, height: height)
    }

    /// Both edges are known to be within bounds.
    init(uncheckedWidth width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The number of pixels: width times height.
    public var area: Int { width * height }

    /// The size with width and height exchanged.
    public var transposed: PixelSize { PixelSize(uncheckedWidth: height, height: width) }

    /// Width and height, for example `1179x2556`.
    public var description: String { "\(width)x\(height)" }
}
