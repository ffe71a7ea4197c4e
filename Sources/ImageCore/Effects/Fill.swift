public import BoundedWork
public import SecureMemory

/// Covers with one opaque colour. Nothing of the covered pixels is left.
public struct Fill: Effect, Sendable, Hashable {
    /// The colour.
    public var color: Color

    /// Covers with `color`.
    public init(color: Color) {
        self.color = color
    }

    /// Nothing.
    public func source(of area: PaintArea) -> [PixelRect] { [] }

    /// Paints every part of `area`.
    public func paint(_ area: PaintArea, of pixels: inout PixelBuffer, _ work: WorkContext) throws(OutOfMemory) {
        for part in area.parts { paint(part, of: &pixels, work.cancellation) }
    }

    /// Paints `rect`, which lies within the picture: its first row pixel by pixel, the others as copies of it. Stops early once
    /// it is cancelled.
    func paint(_ rect: PixelRect, of pixels: inout PixelBuffer, _ cancellation: Cancellation) {
        let channels = pixels.format.channels
        let offset = rect.x * channels
        let first = pixels.mutableRow(rect.y) + offset
        for x in 0..<rect.width {
            let pixel = first + x &* channels
            pixel[0] = color.red
            pixel[1] = color.green
            pixel[2] = color.blue
            if channels == 4 { pixel[3] = 255 }
        }
        for y in rect.rows.dropFirst().whileWanted(cancellation) {
            (pixels.mutableRow(y) + offset).update(from: first, count: rect.width * channels)
        }
    }
}
