import ImageCore

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
