import ImageCore

/// What is known about reading text back from beneath a style that only obscures.
///
/// The bounds are those of an attacker who knows the font, the size and the place of the text, and tries every code; the
/// tool `snapveil-attack` measures them. A weaker style is allowed, with a warning in the receipt.
struct Recoverability {
    /// Height of the digits that a snapshot is assumed to show, in pixels.
    let digitHeight: Double

    /// A standard deviation of this many digit heights leaves nothing that is known to be readable.
    static let safeSigma = 2.9
    /// Cells with an edge of this many digit heights leave nothing that is known to be readable.
    static let safeBlock = 2.1

    /// Large text of an interface: digits of a font of 20 points, as high as 0.72 of it.
    private static let digitHeightInPoints = 20 * 0.72

    /// For a snapshot of `size` pixels whose policy measures in `unit`.
    ///
    /// Where the policy does not tell the scale of the display, it is taken for that of a phone, which is 400 points wide.
    init(unit: LengthUnit, snapshot size: PixelSize) {
        switch unit {
        case .points(let scale): digitHeight = Self.digitHeightInPoints * scale
        case .pixels, .ratio:
            digitHeight = Self.digitHeightInPoints * max(Double(min(size.width, size.height)) / 400, 1)
        }
    }

    /// A sentence for whoever relies on `style`, if text can be read back from beneath it.
    func warning(for style: PixelStyle) -> String? {
        switch style {
        case .fill, .image, .veil: nil
        case .blur(let blur):
            warning("a blur of \(Int(blur.sigma.rounded()))", isSafe: blur.sigma, from: Self.safeSigma * digitHeight)
        case .pixelate(let pixelate):
            warning("cells of \(pixelate.block)", isSafe: Double(pixelate.block), from: Self.safeBlock * digitHeight)
        }
    }

    private func warning(_ cover: String, isSafe length: Double, from bound: Double) -> String? {
        guard length < bound else { return nil }
        let (digits, needed) = (Int(digitHeight.rounded()), Int(bound.rounded(.up)))
        return
            "Digits \(digits) pixels high can be read back from \(cover) pixels; it takes \(needed), or a style that erases."
    }
}
