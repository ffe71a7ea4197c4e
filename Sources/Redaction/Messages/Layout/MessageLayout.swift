import BoundedWork
import ImageCore

/// A message laid out for a target: as large as it is meant to be, or as large as fits.
struct MessageLayout {
    let words: Words
    let arrangement: Words.Arrangement
    /// Pixels of the target for each pixel of ``words``.
    let scale: Double
    /// The middle of the words' first row in the target, in pixels.
    let origin: (x: Double, y: Double)
    /// The pixels of the target that are painted, from its top left corner.
    let frame: PixelRect

    /// The smallest text, in pixels of the em square: below it letters cannot be distinguished.
    static let minimumTextSize = 11.0
    /// The largest text, in pixels of the em square.
    static let maximumTextSize = 400.0
    /// The share of the target's width and height that is kept free at each side.
    private static let margin = 0.08
    /// Ratio of each size that is tried to the one before.
    private static let step = 15.0 / 16

    /// Places words in a target of `size` pixels. Nil if they do not fit at any legible size, and once it is cancelled.
    ///
    /// - Parameter textSize: In pixels; nil for one that suits the target.
    init?(
        _ words: Words,
        textSize: Double?,
        in size: PixelSize,
        _ cancellation: Cancellation = Cancellation()
    ) {
        let wanted = textSize ?? Self.textSize(for: size, hasTitle: words.title != nil)
        guard let fit = Self.fit(words, wanted, in: size, cancellation) else { return nil }
        scale = fit.textSize / Typesetter.emSize
        words.wrap(width: Self.room(in: size).width / scale, fit.breaking)
        words.balance(fit.breaking)
        guard !cancellation.isCancelled else { return nil }
        arrangement = words.arrangement
        let bounds = arrangement.bounds
        // In the middle of the upper two thirds, and the nearer to the middle of all the more of it is filled.
        origin = (
            x: Double(size.width) / 2,
            y: ((Double(size.height) - bounds.height * scale) / 3).rounded()
        )
        guard let frame = bounds.pixels(scale: scale, at: origin, in: size) else { return nil }
        self.frame = frame
        self.words = words
    }

    /// The text size that suits a target: it grows with it, but more slowly, like that of an app from phone to tablet. In pixels;
    /// 28 points on a phone of 430 x 932 points.
    private static func textSize(for size: PixelSize, hasTitle: Bool) -> Double {
        let large = 1.93 * Double(size.area).squareRoot().squareRoot()
        return hasTitle ? large * 0.72 : large
    }

    /// The width and height that a target of `size` has for words, without its margins.
    private static func room(in size: PixelSize) -> (width: Double, height: Double) {
        (Double(size.width) * (1 - 2 * margin), Double(size.height) * (1 - 2 * margin))
    }

    /// The largest size up to `wanted` at which the words fit. No word is broken unless the words would have to shrink
    /// to less than half for it.
    private static func fit(
        _ words: Words,
        _ wanted: Double,
        in size: PixelSize,
        _ cancellation: Cancellation
    ) -> (textSize: Double, breaking: TextLayout.Breaking)? {
        let sizes = sizes(upTo: wanted)
        for breaking in [TextLayout.Breaking.betweenWords, .withinWords] {
            var candidates = sizes.prefix { breaking == .withinWords || $0 >= wanted / 2 }
            var best: Double?
            while !candidates.isEmpty, !cancellation.isCancelled {
                // The wanted size is tried first, because it mostly fits; then the middle of the rest.
                let index = candidates.startIndex == 0 ? 0 : (candidates.startIndex + candidates.endIndex) / 2
                if fits(words, sizes[index], breaking, in: size) {
                    best = sizes[index]
                    candidates = candidates[..<index]
                } else {
                    candidates = candidates[(index + 1)...]
                }
            }
            if let best { return (best, breaking) }
        }
        return nil
    }

    private static func sizes(upTo wanted: Double) -> [Double] {
        let largest = min(max(wanted, minimumTextSize), maximumTextSize)
        return Array(sequence(first: largest) { $0 > minimumTextSize ? max($0 * step, minimumTextSize) : nil })
    }

    private static func fits(
        _ words: Words,
        _ textSize: Double,
        _ breaking: TextLayout.Breaking,
        in size: PixelSize
    ) -> Bool {
        let scale = textSize / Typesetter.emSize
        let room = room(in: size)
        words.wrap(width: room.width / scale, breaking)
        let bounds = words.arrangement.bounds
        let reach = max(-bounds.x, bounds.x + bounds.width) * 2
        return reach * scale <= room.width && bounds.height * scale <= room.height
    }
}
