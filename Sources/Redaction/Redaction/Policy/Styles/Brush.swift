import BoundedWork
import ImageCore
import Messages

/// A style for one snapshot, with lengths in pixels and colours in its colour space.
protocol Brush: Sendable {
    /// Whether the brush paints one colour, for which nothing has to be decoded. False by default.
    var isFlat: Bool { get }
    /// The effect that the brush covers its target with, if it is one effect and no more. Nil by default.
    var effect: (any Effect)? { get }
    /// Whether the brush reads pixels round its target. False by default.
    var readsSurroundings: Bool { get }
    /// Whether the brush reads the brightness of the snapshot. False by default.
    var readsBrightness: Bool { get }

    /// Whether painting refuses nothing and leaves nothing out, so that a plan suffices for the receipt. False by default.
    var isForeseeable: Bool { get }

    /// A sentence on known ways past the cover; nil by default.
    func warning(_ recoverability: Recoverability) -> String?

    /// Covers `area`, which lies within the canvas; false if words did not fit.
    func paint(
        _ area: PaintArea,
        on canvas: inout some Canvas & ~Copyable,
        _ context: inout PaintContext
    ) throws(RedactionError) -> Bool
}

extension Brush {
    var isFlat: Bool { false }
    var effect: (any Effect)? { nil }
    var readsSurroundings: Bool { false }
    var readsBrightness: Bool { false }
    var isForeseeable: Bool { false }

    func warning(_ recoverability: Recoverability) -> String? { nil }
}

/// The means of brushes besides their own state.
struct PaintContext {
    var overlays: OverlaySource
    let messages: MessageRenderer
    /// The brightness round all covers; light unless a brush asked.
    let brightness: ColorScheme
    /// Pixels that brushes may not read round their targets; nil unless a brush asked.
    let hidden: PixelSet?
    let work: WorkContext
    /// For errors.
    var rule = 0
    /// Targets that are painted after this one, and over it.
    var later: ArraySlice<PixelRect> = []
}

/// The known ways to text beneath a style that only obscures.
///
/// Measured by `snapveil-attack` on six digits of known font, size and place. No strength is known to be enough: the mean of a
/// cell, and the rounded slope of a wide blur, distinguish codes at any size. So every such style has a warning in the receipt with
/// the cost of an attack.
struct Recoverability {
    /// Assumed height of digits in pixels.
    let digitHeight: Double

    /// Assumes digits as high as the large text of an interface; without a scale, a phone 400 points wide.
    init(scale: Double?, snapshot size: PixelSize) {
        digitHeight = DigitRecovery.digitHeight(scale: scale, snapshot: size)
    }

    /// Takes the style and its strength as a noun, and the strength in pixels.
    func warning(_ words: String, _ cover: DigitRecovery.Cover, strength: Double) -> String {
        let recovery = DigitRecovery(from: cover, strength: strength, digitHeight: digitHeight)
        let attack = recovery.isLikely ? "can be read back from" : "can be found by trial behind"
        return "Digits \(Int(digitHeight.rounded())) pixels high \(attack) \(words). Erase what is secret."
    }
}
