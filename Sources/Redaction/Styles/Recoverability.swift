import ImageCore

/// What is known about getting at text beneath a style that only obscures.
///
/// Measured by `snapveil-attack`, for six digits of which the attacker knows the font, the size and the place. No
/// strength is known to be enough: the mean of a cell, and the rounded slope of a wide blur, tell codes apart at any
/// size. So every such style has a warning in the receipt, which says how much it takes to get past it.
struct Recoverability {
    /// Height of the digits that a snapshot is assumed to show, in pixels.
    let digitHeight: Double

    /// Large text of an interface: digits of a font of 20 points, as high as 0.72 of it.
    private static let digitHeightInPoints = 20 * 0.72

    /// Assumes that a snapshot shows digits as high as in the large text of an interface.
    ///
    /// - Parameters:
    ///   - scale: Pixels for each point. Nil takes the snapshot for that of a phone, which is 400 points wide.
    ///   - size: The size of the snapshot, in pixels.
    init(scale: Double?, snapshot size: PixelSize) {
        digitHeight = Self.digitHeightInPoints * max(scale ?? Double(min(size.width, size.height)) / 400, 1)
    }

    /// A sentence for people who rely on a style.
    ///
    /// - Parameters:
    ///   - cover: The style and its strength, as a noun.
    ///   - isReadable: Whether digits can be read back by fitting a model of them to the picture, which takes no more
    ///     than the picture. They can always be found by sending every code there is to the service, until one gives
    ///     the same picture.
    func warning(_ cover: String, isReadable: Bool) -> String {
        let attack = isReadable ? "can be read back from" : "can be found by trial behind"
        return "Digits \(Int(digitHeight.rounded())) pixels high \(attack) \(cover). Erase what is secret."
    }
}
