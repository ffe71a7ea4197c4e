import ImageCore
import SecureMemory

/// What a plan is painted on.
protocol Canvas: ~Copyable {
    /// What its samples stand for.
    var colorSpace: ColorSpace { get }

    /// Covers `area` with `effect`, on as many threads at a time.
    mutating func cover(
        _ area: PaintArea,
        with effect: borrowing some Effect & ~Copyable,
        threads: Int
    ) throws(OutOfMemory)

    /// Covers `area` with one colour.
    mutating func fill(_ area: PaintArea, with color: Color) throws(OutOfMemory)
}

extension DecodedImage: Canvas {
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
