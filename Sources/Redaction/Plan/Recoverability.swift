import ImageCore

/// What is known about getting at text beneath a style that only obscures.
///
/// Measured by `snapveil-attack`, for six digits of which the attacker knows the font, the size and the place. No strength
/// is known to be enough: the mean of a cell, and the rounded slope of a wide blur, tell codes apart at any size. So every
/// such style has a warning in the receipt, which says how much it takes to get past it.
struct Recoverability {
    /// Height of the digits that a snapshot is assumed to show, in pixels.
    let digitHeight: Double

    /// A way to get at a text.
    enum Attack: String {
        /// Fitting a model of blurred digits to the picture; no more than the picture is needed.
        case reading = "can be read back from"
        /// Sending every code there is to the service, until one gives the same picture.
        case lookup = "can be found by trial behind"
    }

    /// Large text of an interface: digits of a font of 20 points, as high as 0.72 of it.
    private static let digitHeightInPoints = 20 * 0.72

    /// For a snapshot of `size` pixels.
    ///
    /// - Parameters:
    ///   - scale: Pixels for each point. Where it is not known, it is taken for that of a phone, which is 400 points wide.
    ///   - size: Of the snapshot.
    init(scale: Double?, snapshot size: PixelSize) {
        digitHeight = Self.digitHeightInPoints * max(scale ?? Double(min(size.width, size.height)) / 400, 1)
    }

    /// A sentence for whoever relies on `style`, if it is known how to get past it.
    func warning(for style: PixelStyle) -> String? {
        switch style {
        case .fill, .image, .veil, .message: nil
        case .blur(let blur): warning(attack(onSigma: blur.sigma), "a blur of \(Int(blur.sigma.rounded())) pixels")
        case .pixelate(let style): warning(attack(onBlock: style.block), "cells of \(style.block) pixels")
        }
    }

    private func attack(onSigma sigma: Double) -> Attack { sigma < 2.9 * digitHeight ? .reading : .lookup }

    private func attack(onBlock block: Int) -> Attack { Double(block) < 2.1 * digitHeight ? .reading : .lookup }

    private func warning(_ attack: Attack, _ cover: String) -> String {
        "Digits \(Int(digitHeight.rounded())) pixels high \(attack.rawValue) \(cover). Erase what is secret."
    }
}
