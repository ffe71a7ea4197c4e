import ImageCore
import StrictJSON

/// Converts the lengths of a policy to pixels of a snapshot.
struct PixelScale {
    /// The size of the snapshot.
    let snapshot: PixelSize
    /// Pixels for a unit of `x` and `width`.
    private let horizontal: Double
    /// Pixels for a unit of `y` and `height`.
    private let vertical: Double
    /// Pixels for a unit of every other length.
    private let uniform: Double

    /// Of a pixel: what lies this far beyond a whole number is there by rounding, as in 0.1 x 3.
    static let tolerance = 1e-6

    /// - Throws: ``PolicyError/scaleMissing``.
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

    /// A rectangle in pixels.
    ///
    /// - Parameters:
    ///   - x: Distance from the left edge, in the units of the policy.
    ///   - y: Distance from the top edge.
    ///   - width: Above 0.
    ///   - height: Above 0.
    func bounds(x: Double, y: Double, width: Double, height: Double) -> OutlineBounds {
        let (left, top) = (x * horizontal, y * vertical)
        return OutlineBounds(left: left, top: top, right: left + width * horizontal, bottom: top + height * vertical)
    }

    /// A point in pixels.
    ///
    /// - Parameters:
    ///   - x: Distance from the left edge, in the units of the policy.
    ///   - y: Distance from the top edge.
    func point(x: Double, y: Double) -> OutlinePoint {
        OutlinePoint(x: x * horizontal, y: y * vertical)
    }

    /// A length in pixels, however long.
    func pixels(_ length: Double) -> Double { length * uniform }

    /// A length in pixels.
    func length(_ length: Double, in range: ClosedRange<Double>, at pointer: JSONPointer) throws(PolicyError) -> Double
    {
        let pixels = length * uniform
        guard range.contains(pixels) else { throw .lengthOutOfRange(pointer, found: pixels, allowed: range) }
        return pixels
    }
}
