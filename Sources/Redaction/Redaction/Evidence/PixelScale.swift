import ImageCore
import StrictJSON

/// Converts the lengths of a policy to pixels of a snapshot.
struct PixelScale {
    /// The size of the snapshot, in pixels.
    let snapshot: PixelSize
    /// Pixels for each unit of `x` and `width`.
    private let horizontal: Double
    /// Pixels for each unit of `y` and `height`.
    private let vertical: Double
    /// Pixels for each unit of every other length.
    private let uniform: Double

    /// Part of a pixel: what lies this far beyond a whole number is there by rounding, as in 0.1 x 3.
    static let tolerance = 1e-6

    /// Converts lengths in `unit` to pixels of a snapshot of the size `snapshot`.
    ///
    /// - Throws: ``PolicyError/scaleMissing`` for points without a scale.
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

    /// A rectangle in pixels. All lengths are in the units of the policy.
    ///
    /// - Parameters:
    ///   - x: Distance from the left edge of the snapshot.
    ///   - y: Distance from the top edge of the snapshot.
    ///   - width: Width, above 0.
    ///   - height: Height, above 0.
    func bounds(x: Double, y: Double, width: Double, height: Double) -> OutlineBounds {
        let (left, top) = (x * horizontal, y * vertical)
        return OutlineBounds(left: left, top: top, right: left + width * horizontal, bottom: top + height * vertical)
    }

    /// A point in pixels. Both lengths are in the units of the policy.
    ///
    /// - Parameters:
    ///   - x: Distance from the left edge of the snapshot.
    ///   - y: Distance from the top edge of the snapshot.
    func point(x: Double, y: Double) -> OutlinePoint {
        OutlinePoint(x: x * horizontal, y: y * vertical)
    }

    /// A length of the policy in pixels, however long.
    func pixels(_ length: Double) -> Double { length * uniform }

    /// A length of the policy in pixels, within `range`.
    ///
    /// - Throws: ``PolicyError/lengthOutOfRange(_:found:allowed:)`` with `pointer`, the place of the length, if it is
    ///   outside.
    func length(_ length: Double, in range: ClosedRange<Double>, at pointer: JSONPointer) throws(PolicyError) -> Double
    {
        let pixels = length * uniform
        guard range.contains(pixels) else { throw .lengthOutOfRange(pointer, found: pixels, allowed: range) }
        return pixels
    }
}
