import BoundedWork
import ImageCore
import SecureMemory

/// What a plan is painted on.
protocol Canvas: ~Copyable {
    /// Width and height in pixels.
    var size: PixelSize { get }

    /// What its samples stand for.
    var colorSpace: ColorSpace { get }

    /// How bright it is outside of `hidden`, on average: 0 to 255. Nil if there is nothing.
    func meanLuma(outside hidden: [PixelRect], cancellation: Cancellation) throws(WorkFailure) -> Double?

    /// Covers `area` with `effect`, on as many threads at a time.
    mutating func cover(
        _ area: PaintArea,
        with effect: borrowing some Effect & ~Copyable,
        threads: Int
    ) throws(OutOfMemory)

    /// Covers `area` with one colour.
    mutating func fill(_ area: PaintArea, with color: Color) throws(OutOfMemory)
}

extension Canvas where Self: ~Copyable {
    /// Covers `area` with `effect`, on as many threads at a time.
    mutating func paint(
        _ effect: borrowing some Effect & ~Copyable,
        over area: PaintArea,
        threads: Int
    ) throws(RedactionError) {
        do {
            try cover(area, with: effect, threads: threads)
        } catch {
            throw .outOfMemory(error)
        }
    }

    /// Covers `area` with one colour.
    mutating func paint(_ color: Color, over area: PaintArea) throws(RedactionError) {
        do {
            try fill(area, with: color)
        } catch {
            throw .outOfMemory(error)
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
        threads: Int
    ) throws(OutOfMemory) {
        try effect.apply(to: &pixels, in: area, threads: threads)
    }

    mutating func fill(_ area: PaintArea, with color: Color) throws(OutOfMemory) {
        try Fill(color: color).apply(to: &pixels, in: area)
    }
}
