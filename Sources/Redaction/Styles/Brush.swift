import BoundedWork
import ImageCore
import Messages

/// A style with its lengths in pixels and its colours in the space of the snapshot: what paints.
protocol Brush: Sendable {
    /// Whether it paints one colour.
    var isFlat: Bool { get }
    /// Whether it looks at pixels round its target.
    var readsSurroundings: Bool { get }
    /// Whether it looks at how bright the snapshot is.
    var readsBrightness: Bool { get }

    /// What is known to get past it, as a sentence; nil if nothing is.
    func warning(_ recoverability: Recoverability) -> String?

    /// Covers `area`.
    ///
    /// - Parameters:
    ///   - area: Within the canvas.
    ///   - canvas: The snapshot.
    ///   - context: What it may paint with.
    /// - Returns: False where words were left out, as they did not fit.
    func paint(
        _ area: PaintArea,
        on canvas: inout some Canvas & ~Copyable,
        _ context: inout PaintContext
    ) throws(RedactionError) -> Bool
}

extension Brush {
    var isFlat: Bool { false }
    var readsSurroundings: Bool { false }
    var readsBrightness: Bool { false }

    func warning(_ recoverability: Recoverability) -> String? { nil }
}

/// What brushes paint with, besides what they know themselves.
struct PaintContext {
    /// Finds or makes the pictures that cover.
    var overlays: OverlaySource
    /// What draws messages.
    let messages: MessageRenderer
    /// How bright it is round all that is covered. Light unless a brush asked.
    let brightness: ColorScheme
    /// Pixels that a brush which looks round its target may not look at; nil unless a brush asked.
    let hidden: PixelSet?
    /// How many threads may work at a time, and whether the result is still wanted.
    let work: WorkContext
    /// Index of the rule that is painted, for errors.
    var rule = 0
}
