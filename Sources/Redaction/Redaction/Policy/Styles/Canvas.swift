import BoundedWork
import ImageCore

/// A picture that a plan is painted on: decoded pixels, or the coefficients of a JPEG.
protocol Canvas: ~Copyable {
    /// Width and height in pixels.
    var size: PixelSize { get }

    /// The colour space of the samples of the picture.
    var colorSpace: ColorSpace { get }

    /// The mean brightness of the pixels outside of `hidden`, 0 to 255; nil if there are none.
    func meanLuma(outside hidden: [PixelRect], cancellation: Cancellation) throws(WorkFailure) -> Double?

    /// Covers the pixels in `area` with `effect`.
    mutating func cover(
        _ area: PaintArea,
        with effect: borrowing some Effect & ~Copyable,
        work: WorkContext
    ) throws(WorkFailure)

    /// Covers the pixels in `area` with one colour.
    mutating func fill(_ area: PaintArea, with color: Color, work: WorkContext) throws(WorkFailure)
}

extension Canvas where Self: ~Copyable {
    /// Covers the pixels in `area` with `effect`, and says in the terms of a redaction why that failed.
    mutating func paint(
        _ effect: borrowing some Effect & ~Copyable,
        over area: PaintArea,
        _ work: WorkContext
    ) throws(RedactionError) {
        try mapError(cover(area, with: effect, work: work), \WorkFailure.redactionError)
    }

    /// Covers the pixels in `area` with one colour, and says in the terms of a redaction why that failed.
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
