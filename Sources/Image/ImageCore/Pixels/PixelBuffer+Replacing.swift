public import BoundedWork
public import SecureMemory

extension PixelBuffer {
    /// The picture as RGBA: itself if it has alpha, else a copy that is opaque. Not all is copied once the work is cancelled.
    public consuming func withAlpha(_ cancellation: Cancellation = Cancellation()) throws(OutOfMemory) -> PixelBuffer {
        guard format == .rgb else { return self }
        var opaque = try PixelBuffer(uninitialized: size, format: .rgba)
        for y in (0..<size.height).whileWanted(cancellation) {
            let target = opaque.mutableRow(y)
            target.update(from: row(y), count: size.width * format.channels)
            Self.unpackOpaque(target, count: size.width)
        }
        return opaque
    }

    /// Replaces the pixels of `rect`, within the picture, by a picture of its size in the same format.
    public mutating func replace(_ rect: PixelRect, by part: borrowing PixelBuffer) {
        precondition(PixelRect(size).contains(rect) && part.size == rect.size, "the part does not fit")
        precondition(part.format == format, "the part has another format")
        for y in 0..<rect.height {
            let target = mutableRow(rect.y + y) + rect.x * format.channels
            target.update(from: part.row(y), count: rect.width * format.channels)
        }
    }
}
