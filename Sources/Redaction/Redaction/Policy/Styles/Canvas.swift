import BoundedWork
import ImageCore

/// A picture to paint a plan on: decoded pixels, or the coefficients of a JPEG.
protocol Canvas: ~Copyable {
    var size: PixelSize { get }

    var colorSpace: ColorSpace { get }

    /// The mean brightness outside of `hidden`, 0 to 255; nil if no pixel is left.
    func meanLuma(outside hidden: [PixelRect], cancellation: Cancellation) throws(WorkFailure) -> Double?

    mutating func cover(
        _ area: PaintArea,
        with effect: borrowing some Effect & ~Copyable,
        work: WorkContext
    ) throws(WorkFailure)

    mutating func fill(_ area: PaintArea, with color: Color, work: WorkContext) throws(WorkFailure)
}

extension Canvas where Self: ~Copyable {
    /// Reports failures in the terms of a redaction.
    mutating func paint(
        _ effect: borrowing some Effect & ~Copyable,
        over area: PaintArea,
        _ work: WorkContext
    ) throws(RedactionError) {
        try mapError(cover(area, with: effect, work: work), \WorkFailure.redactionError)
    }

    /// Reports failures in the terms of a redaction.
    mutating func paint(_ color: Color, over area: PaintArea, _ work: WorkContext) throws(RedactionError) {
        try mapError(fill(area, with: color, work: work), \WorkFailure.redactionError)
    }
}

extension DecodedImage: Canvas {
    var size: PixelSize { pixels.size }

    func meanLuma(outside hidden: [PixelRect], cancellation: Cancellation) throws(WorkFailure) -> Double? {
        try pixels.meanLuma(outside: hidden, cancellation: cancellation)
    }

    mutating func cover(
        _ area: PaintArea,
        with effect: borrowing some Effect & ~Copyable,
        work: WorkContext
    ) throws(WorkFailure) {
        try effect.apply(to: &pixels, in: area, work: work)
    }

    mutating func fill(_ area: PaintArea, with color: Color, work: WorkContext) throws(WorkFailure) {
        try Fill(color: color).apply(to: &pixels, in: area, work: work)
    }
}
