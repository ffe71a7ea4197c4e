import ImageCore
import StrictJSON

/// Converts the lengths of a policy to pixels of a snapshot.
struct PixelScale {
    let snapshot: PixelSize
    /// Pixels for each unit of `x` and `width`.
    private let horizontal: Double
    /// Pixels for each unit of `y` and `height`.
    private let vertical: Double
    /// Pixels for each unit of every other length.
    private let uniform: Double

    /// Share of a pixel beyond a whole number that is due to rounding, as in 0.1 x 3.
    static let tolerance = 1e-6

    /// Throws ``PolicyError/scaleMissing`` for points without a scale.
    init(_ unit: LengthUnit, snapshot: PixelSize) throws(PolicyError) {
        self.snapshot = snapshot
        switch unit {
        case .pixels: (horizontal, vertical, uniform) = (1, 1, 1)
        case .points(nil): throw .scaleMissing
        case .points(let scale?): (horizontal, vertical, uniform) = (scale, scale, scale)
        case .ratio:
            let (width, height) = (Double(snapshot.width), Double(snapshot.height))
            (horizontal, vertical, uniform) = (width, height, min(width, height))
        }
    }

    /// A rectangle in pixels, from lengths in the units of the policy.
    func bounds(x: Double, y: Double, width: Double, height: Double) -> OutlineBounds {
        let (left, top) = (x * horizontal, y * vertical)
        return OutlineBounds(left: left, top: top, right: left + width * horizontal, bottom: top + height * vertical)
    }

    /// A point in pixels, from lengths in the units of the policy.
    func point(x: Double, y: Double) -> OutlinePoint {
        OutlinePoint(x: x * horizontal, y: y * vertical)
    }

    /// Pixels without a bound.
    func pixels(_ length: Double) -> Double { length * uniform }

    /// Pixels within `range`; throws ``PolicyError/lengthOutOfRange(_:found:allowed:)`` at `pointer` outside of it.
    func length(_ length: Double, in range: ClosedRange<Double>, at pointer: JSONPointer) throws(PolicyError) -> Double
    {
        let pixels = length * uniform
        guard range.contains(pixels) else { throw .lengthOutOfRange(pointer, found: pixels, allowed: range) }
        return pixels
    }
}
