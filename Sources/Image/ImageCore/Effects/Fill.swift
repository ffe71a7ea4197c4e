public import BoundedWork
public import SecureMemory

/// Covers with one opaque colour. Nothing of the covered pixels is left.
public struct Fill: Effect, Sendable, Hashable {
    /// The colour that covers.
    public var color: Color

    /// Makes a fill that covers with `color`.
    public init(color: Color) {
        self.color = color
    }

    /// No rectangle: nothing of the picture is read.
    public func source(of area: PaintArea) -> [PixelRect] { [] }

    /// Paints every part of `area`.
    public func paint(_ area: PaintArea, of pixels: inout PixelBuffer, _ work: WorkContext) throws(OutOfMemory) {
        for part in area.parts { pixels.fill(part, with: color, work.cancellation) }
    }
}
