import BoundedWork
import ImageCore

/// What a plan is painted on.
protocol Canvas: ~Copyable {
    /// Width and height in pixels.
    var size: PixelSize { get }

    /// What its samples stand for.
    var colorSpace: ColorSpace { get }

    /// How bright it is outside of `hidden`, on average: 0 to 255. Nil if there is nothing.
    func meanLuma(outside hidden: [PixelRect], cancellation: Cancellation) throws(WorkFailure) -> Double?

    /// Covers `area` with `effect`.
    mutating func cover(
        _ area: PaintArea,
        with effect: borrowing some Effect & ~Copyable,
        work: WorkContext
    ) throws(WorkFailure)

    /// Covers `area` with one colour.
    mutating func fill(_ area: PaintArea, with color: Color, work: WorkContext) throws(WorkFailure)
}

extension Canvas where Self: ~Copyable {
    /// Covers `area` with `effect`.
    mutating func paint(
        _ effect: borrowing some Effect & ~Copyable,
        over area: PaintArea,
        _ work: WorkContext
    ) throws(RedactionError) {
        do {
            try cover(area, with: effect, work: work)
        } catch {
            throw RedactionError(error)
        }
    }

    /// Covers `area` with one colour.
    mutating func paint(_ color: Color, over area: PaintArea, _ work: WorkContext) throws(RedactionError) {
        do {
            try fill(area, with: color, work: work)
        } catch {
            throw RedactionError(error)
        }
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
