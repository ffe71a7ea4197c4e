import ImageCore
import SecureMemory

/// What a plan is painted on.
protocol Canvas: ~Copyable {
    /// What its samples stand for.
    var colorSpace: ColorSpace { get }

    /// Covers `area` with `effect`.
    mutating func cover(_ area: PaintArea, with effect: borrowing some Effect & ~Copyable) throws(OutOfMemory)

    /// Covers `area` with one colour.
    mutating func fill(_ area: PaintArea, with color: Color) throws(OutOfMemory)
}

extension DecodedImage: Canvas {
    mutating func cover(_ area: PaintArea, with effect: borrowing some Effect & ~Copyable) throws(OutOfMemory) {
        try effect.apply(to: &pixels, in: area)
    }

    mutating func fill(_ area: PaintArea, with color: Color) throws(OutOfMemory) {
        try Fill(color: color).apply(to: &pixels, in: area)
    }
}
