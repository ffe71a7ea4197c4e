/// A rectangle of whole pixels that is never empty. The origin is the top left corner of the picture.
public struct PixelRect: Sendable, Hashable, CustomStringConvertible {
    /// The first column, 0 or more.
    public let x: Int
    /// The first row, 0 or more.
    public let y: Int
    /// Width and height, in pixels.
    public let size: PixelSize

    /// The width in pixels, 1 or more.
    public var width: Int { size.width }
    /// The height in pixels, 1 or more.
    public var height: Int { size.height }
    /// The column after the last one.
    public var maxX: Int { x + size.width }
    /// The row after the last one.
    public var maxY: Int { y + size.height }

    /// Nil if a number is negative, the rectangle is empty, or an edge exceeds ``PixelSize/maximumEdge``.
    public init?(x: Int, y: Int, width: Int, height: Int) {
        let origin = 0...PixelSize.maximumEdge
        guard origin.contains(x), origin.contains(y), let size = PixelSize(width: width, height: height) else {
            return nil
        }
        self.x = x
        self.y = y
        self.size = size
    }

    /// Nil if the columns or rows are empty, or a bound is negative.
    public init?(columns: Range<Int>, rows: Range<Int>) {
        self.init(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// All of a picture of `size`.
    public init(_ size: PixelSize) {
        self.x = 0
        self.y = 0
        self.size = size
    }

    /// The columns that the rectangle holds: `x ..< maxX`.
    public var columns: Range<Int> { x..<maxX }
    /// The rows that the rectangle holds: `y ..< maxY`.
    public var rows: Range<Int> { y..<maxY }

    /// Size and origin, for example `390x47 at 0,12`.
    public var description: String { "\(size) at \(x),\(y)" }

    /// A rectangle that is counted from the top left corner of `other`, counted from that of the picture. Nil if it lies beyond
    /// any picture.
    public func offset(byOriginOf other: PixelRect) -> PixelRect? {
        PixelRect(x: x + other.x, y: y + other.y, width: width, height: height)
    }

    /// A rectangle that is counted from the top left corner of the picture, counted from that of `other`. Nil if it lies before
    /// it.
    public func offset(fromOriginOf other: PixelRect) -> PixelRect? {
        PixelRect(x: x - other.x, y: y - other.y, width: width, height: height)
    }

    /// The pixels in both, or nil if there are none.
    public func intersection(_ other: PixelRect) -> PixelRect? {
        PixelRect(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
    }

    /// Whether every pixel of `other` is in this rectangle.
    public func contains(_ other: PixelRect) -> Bool {
        intersection(other) == other
    }

    /// The pixels that are not in `other`, as up to four rectangles that do not overlap.
    public func subtracting(_ other: PixelRect) -> [PixelRect] {
        guard let hole = intersection(other) else { return [self] }
        return [
            PixelRect(columns: columns, rows: y..<hole.y),
            PixelRect(columns: x..<hole.x, rows: hole.rows),
            PixelRect(columns: hole.maxX..<maxX, rows: hole.rows),
            PixelRect(columns: columns, rows: hole.maxY..<maxY),
        ].compactMap { $0 }
    }
}
