import ImageCore

/// The text of a label laid out for a target: in one line, as large as fits, up to a size that suits the target.
struct LabelLayout {
    let line: TextLayout
    /// Pixels of the target for each pixel of ``line``.
    let scale: Double
    /// The top left corner of ``line`` in the target, in pixels.
    let origin: (x: Double, y: Double)
    /// The pixels of the target that are painted, from its top left corner.
    let frame: PixelRect

    /// The largest text that every target may have, in pixels of the em square: small letters of 27 pixels, 9 at a third of the size.
    private static let largestEverywhere = 48.0
    /// The largest text as a multiple of the fourth root of the target's area: it grows with the target, but more slowly, and is 38
    /// points on a phone of 430 x 932 points at three pixels each.
    private static let growth = 2.6
    /// The share of the target's height that a text may take.
    private static let heightShare = 0.94
    /// Free pixels of the em square on each side of the text.
    private static let margin = Typesetter.emSize * 0.22

    /// Lays out `text` for a target of `size` pixels, with fewer letters where not all of them fit; nil if not even the first does
    /// at a legible size.
    init?(_ text: LabelText, in size: PixelSize, by typesetter: Typesetter) {
        let metrics = typesetter.labelMetrics
        let (width, height) = (Double(size.width), Double(size.height))
        let suiting = Self.growth * (width * height).squareRoot().squareRoot()
        let largest = max(Self.largestEverywhere, suiting)
        let tallest = min(height * Self.heightShare / metrics.height, largest / Typesetter.emSize)
        let smallest = MessageLayout.minimumTextSize / Typesetter.emSize
        // No letter is as narrow as a fifth of the em square with its margins.
        guard tallest >= smallest, width >= Typesetter.emSize / 5 * smallest else { return nil }
        for form in text.forms {
            let line = typesetter.label(form)
            let ink = line.ink
            let fitting = min(tallest, width / (ink.width + 2 * Self.margin))
            guard fitting >= smallest else { continue }
            // Whole pixels: each size is a font of its own to Cairo.
            let scale = max((fitting * Typesetter.emSize).rounded(.down) / Typesetter.emSize, smallest)
            let baseline = metrics.baseline(in: height, scale: scale)
            let origin = (
                x: (width - ink.width * scale) / 2 - ink.x * scale,
                y: baseline - line.baseline * scale
            )
            guard let frame = ink.pixels(scale: scale, at: origin, in: size) else { return nil }
            (self.line, self.scale, self.origin, self.frame) = (line, scale, origin, frame)
            return
        }
        return nil
    }
}

/// Heights of the letters of labels, in pixels of ``Typesetter/emSize``, from the baseline.
struct LabelMetrics {
    /// Of the highest letter.
    let ascent: Double
    /// Of a capital letter.
    let capital: Double
    /// Below the baseline.
    let descent: Double

    /// The least height of a target in whose middle capital letters stand.
    var height: Double { 2 * max(ascent - capital / 2, capital / 2 + descent) }

    /// The row of the baseline in a target of `height` pixels: a whole one, for a sharp foot of the letters.
    func baseline(in height: Double, scale: Double) -> Double { ((height + capital * scale) / 2).rounded() }
}
