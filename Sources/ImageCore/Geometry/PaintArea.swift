/// Where an effect works: it reads its target and nothing else, and paints the parts of it.
public struct PaintArea: Sendable, Hashable {
    /// What the effect covers as one piece: a blur extends its edges, pixelation counts its cells from its corner.
    public let target: PixelRect

    /// Where the effect may write: rectangles within ``target`` that do not overlap, never none.
    public let parts: [PixelRect]

    /// All of `target` but what is in one of `kept`. Nil if nothing of it is left.
    public init?(_ target: PixelRect, excluding kept: [PixelRect] = []) {
        let parts = kept.reduce([target]) { parts, hole in parts.flatMap { $0.subtracting(hole) } }
        guard !parts.isEmpty else { return nil }
        self.target = target
        self.parts = parts
    }
}
