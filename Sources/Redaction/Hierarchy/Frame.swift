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

    /// - Precondition: No length is negative.
    init(uncheckedX x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    var isEmpty: Bool { width == 0 || height == 0 }

    func overlaps(_ other: Frame) -> Bool {
        max(x, other.x) < min(maxX, other.maxX) && max(y, other.y) < min(maxY, other.maxY)
    }
}

extension Frame {
    /// Makes the frame of `bounds`: empty if the right edge is left of the left one, which Android writes of a view that was
    /// scrolled away. Nil beyond ``maximumLength``.
    init?(_ bounds: Bounds) {
        let (left, top, right, bottom) = (bounds.left, bounds.top, bounds.right, bounds.bottom)
        guard abs(right) <= Self.maximumLength, abs(bottom) <= Self.maximumLength else { return nil }
        self.init(x: left, y: top, width: max(right - left, 0), height: max(bottom - top, 0))
    }
}

/// Edges of a rectangle in UiAutomator's notation: `[left,top][right,bottom]`.
struct Bounds {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double

    init?(_ text: UnsafeRawBufferPointer) {
        var rest = text[...]
        guard let left = rest.takeInteger(between: "[", ","), let top = rest.takeInteger(between: "", "]"),
            let right = rest.takeInteger(between: "[", ","), let bottom = rest.takeInteger(between: "", "]"),
            rest.isEmpty
        else { return nil }
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Takes `opening`, a whole number of at most 19 digits, and `closing` off the front; nil if something else is there.
    fileprivate mutating func takeInteger(between opening: StaticString, _ closing: StaticString) -> Double? {
        guard take(opening) else { return nil }
        let sign: Double = take("-") ? -1 : 1
        let digits = prefix(while: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        guard (1...19).contains(digits.count) else { return nil }
        removeFirst(digits.count)
        guard take(closing) else { return nil }
        return sign * digits.reduce(0) { 10 * $0 + Double($1 - UInt8(ascii: "0")) }
    }

    private mutating func take(_ text: StaticString) -> Bool {
        let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard starts(with: bytes) else { return false }
        removeFirst(bytes.count)
        return true
    }
}

/// Frames that a tool draws with their edges on the nearest lines of a grid of whole units, like browsers.
extension Frame {
    /// Distance beyond the middle between two lines at which an edge may go to the farther one: browsers count in 64ths.
    private static let rounding = 1.0 / 32

    /// The smallest frame that holds this one and everything that may be drawn of it, if all `grids` are possible.
    func outermost(on grids: [Page.Offset]) -> Frame {
        drawn(on: grids, outward: Self.rounding, first: min, last: max)
    }

    /// The part of this frame that is drawn on each of the grids; its lengths are below 0 if there is none.
    func innermost(on grids: [Page.Offset]) -> Frame {
        drawn(on: grids, outward: -Self.rounding, first: max, last: min)
    }

    private func drawn(
        on grids: [Page.Offset],
        outward: Double,
        first: (Double, Double) -> Double,
        last: (Double, Double) -> Double
    ) -> Frame {
        var (left, top, right, bottom) = (x, y, maxX, maxY)
        for grid in grids {
            left = first(left, (x - outward - grid.x).rounded() + grid.x)
            top = first(top, (y - outward - grid.y).rounded() + grid.y)
            right = last(right, (maxX + outward - grid.x).rounded() + grid.x)
            bottom = last(bottom, (maxY + outward - grid.y).rounded() + grid.y)
        }
        return Frame(uncheckedX: left, y: top, width: right - left, height: bottom - top)
    }
}
