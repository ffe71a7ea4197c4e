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

    /// How an edge between two pixels is taken to one of them.
    enum Rounding {
        /// The pixels that the region touches.
        case outward
        /// The pixels that lie in the region whole.
        case inward
    }

    /// The pixels of `target`, clipped to the snapshot.
    ///
    /// - Parameters:
    ///   - target: In the units of the policy.
    ///   - padding: Added on each side, likewise.
    ///   - rounding: What becomes of pixels that it covers in part.
    ///   - pointer: The place of the target, for errors.
    func rect(
        of target: Target,
        padding: Double = 0,
        rounding: Rounding,
        at pointer: JSONPointer
    ) throws(PolicyError) -> PixelRect {
        guard case .region(let region) = target else { return PixelRect(snapshot) }
        // Padding does not bring in what lies outside by itself: such a region is a mistake.
        if padding > 0 { _ = try rect(of: target, rounding: rounding, at: pointer) }
        let pointer = pointer.appending(.name("region"))
        let padding = padding * uniform
        let left = region.x * horizontal
        let top = region.y * vertical
        let columns = Self.round(left - padding, left + region.width * horizontal + padding, rounding)
        let rows = Self.round(top - padding, top + region.height * vertical + padding, rounding)
        guard let columns, let rows else { throw .keepTooSmall(pointer) }
        let visible = PixelRect(
            columns: columns.clamped(to: 0..<snapshot.width),
            rows: rows.clamped(to: 0..<snapshot.height)
        )
        guard let visible else { throw .regionOutside(pointer, snapshot: snapshot) }
        return visible
    }

    /// The whole pixels between two edges, or nil if there are none, which rounding inward may leave.
    private static func round(_ lower: Double, _ upper: Double, _ rounding: Rounding) -> Range<Int>? {
        switch rounding {
        case .outward:
            let first = Int((lower + tolerance).rounded(.down))
            return first..<max(Int((upper - tolerance).rounded(.up)), first + 1)
        case .inward:
            let first = Int((lower - tolerance).rounded(.up))
            let end = Int((upper + tolerance).rounded(.down))
            return first < end ? first..<end : nil
        }
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
