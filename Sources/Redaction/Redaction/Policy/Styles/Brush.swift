import BoundedWork
import ImageCore
import Messages

/// A style as it is painted on one snapshot: its lengths in pixels, its colours in the colour space of the snapshot.
protocol Brush: Sendable {
    /// Whether the brush paints one colour, so that nothing has to be decoded for it. False by default.
    var isFlat: Bool { get }
    /// Whether the brush looks at pixels round its target. False by default.
    var readsSurroundings: Bool { get }
    /// Whether the brush looks at how bright the snapshot is. False by default.
    var readsBrightness: Bool { get }

    /// Whether painting refuses nothing and leaves nothing out, so that a plan tells all that there is to know. False by
    /// default.
    var isForeseeable: Bool { get }

    /// What is known to get past the cover, as a sentence; nil if nothing is, which is the default.
    func warning(_ recoverability: Recoverability) -> String?

    /// Covers `area` of the canvas.
    ///
    /// - Parameters:
    ///   - area: The pixels to cover, all within the canvas.
    ///   - canvas: The snapshot.
    ///   - context: The pictures, the fonts and the surroundings that the brush may paint with.
    /// - Returns: False if words were left out, as they did not fit.
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
    var isForeseeable: Bool { false }

    func warning(_ recoverability: Recoverability) -> String? { nil }
}

/// What brushes paint with, besides what they know themselves.
struct PaintContext {
    /// Finds or makes the pictures that cover.
    var overlays: OverlaySource
    /// Draws the words of messages.
    let messages: MessageRenderer
    /// Whether it is light or dark round all that is covered; light unless a brush asked.
    let brightness: ColorScheme
    /// Pixels that a brush which looks round its target may not look at; nil unless a brush asked.
    let hidden: PixelSet?
    /// How many threads may work at a time, and whether the result is still wanted.
    let work: WorkContext
    /// Index of the rule that is painted, for errors.
    var rule = 0
}

/// What is known about getting at text beneath a style that only obscures.
///
/// Measured by `snapveil-attack`, for six digits of which the attacker knows the font, the size and the place. No
/// strength is known to be enough: the mean of a cell, and the rounded slope of a wide blur, tell codes apart at any
/// size. So every such style has a warning in the receipt, which says how much it takes to get past it.
struct Recoverability {
    /// Height of the digits that a snapshot is assumed to show, in pixels.
    let digitHeight: Double

    /// Assumes that a snapshot shows digits as high as in the large text of an interface.
    ///
    /// - Parameters:
    ///   - scale: Pixels for each point. Nil takes the snapshot for that of a phone, which is 400 points wide.
    ///   - size: The size of the snapshot, in pixels.
    init(scale: Double?, snapshot size: PixelSize) {
        digitHeight = DigitRecovery.digitHeight(scale: scale, snapshot: size)
    }

    /// A sentence for people who rely on a style.
    ///
    /// - Parameters:
    ///   - words: The style and its strength, as a noun.
    ///   - cover: What it is.
    ///   - strength: In pixels.
    func warning(_ words: String, _ cover: DigitRecovery.Cover, strength: Double) -> String {
        let recovery = DigitRecovery(from: cover, strength: strength, digitHeight: digitHeight)
        let attack = recovery.isLikely ? "can be read back from" : "can be found by trial behind"
        return "Digits \(Int(digitHeight.rounded())) pixels high \(attack) \(words). Erase what is secret."
    }
}
