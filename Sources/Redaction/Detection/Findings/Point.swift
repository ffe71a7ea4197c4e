/// A place in a picture, in pixels from its top left corner. Pixel 0,0 covers from 0,0 to 1,1.
public struct Point: Sendable, Hashable {
    /// Pixels to the right.
    public var x: Double
    /// Pixels down.
    public var y: Double

    /// A place from its coordinates.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }
    static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }
    static func * (left: Point, factor: Double) -> Point { Point(x: left.x * factor, y: left.y * factor) }

    /// The length of the way from 0,0.
    var length: Double { (x * x + y * y).squareRoot() }
}
