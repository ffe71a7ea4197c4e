/// Share of digits that was read back beneath an effect that only obscures.
///
/// `snapveil-attack` measured it, for codes of six digits of a font, size and place that the attacker knows. No strength is known
/// to be enough: codes can be distinguished at any by trial.
public struct DigitRecovery: Sendable, Hashable {
    /// The obscuring effect.
    public enum Cover: Sendable, Hashable {
        /// A Gaussian blur; its strength is the standard deviation.
        case blur
        /// A mosaic; its strength is the edge of a cell.
        case mosaic
    }

    /// The strength, in heights of a digit.
    public let relativeStrength: Double
    /// The largest share of codes that was read back at this strength or at the next weaker measured one, 0 to 1.
    public let share: Double

    /// Whether more than a few codes in a hundred are read back by fitting a model of digits to the picture alone. All codes can be
    /// found by sending each to the service, until one gives the same picture.
    public let isLikely: Bool

    /// Large text of an interface: digits of a font of 20 points, as high as 0.72 of it.
    private static let digitHeightInPoints = 20 * 0.72

    /// Strengths in heights of a digit, and the largest share of codes that was read back in any font, size and colour.
    private static let measured: [Cover: [(strength: Double, share: Double)]] = [
        .blur: [(0, 1), (1.4, 1), (2.1, 0.18), (2.9, 0.02)],
        .mosaic: [(0, 1), (1.0, 1), (1.5, 0.42), (2.1, 0.06)],
    ]

    /// The measurements for a strength of 0 or more pixels, and digits of a height above 0 pixels.
    public init(from cover: Cover, strength: Double, digitHeight: Double) {
        let relative = strength / digitHeight
        relativeStrength = relative
        let measured = Self.measured[cover] ?? []
        share = measured.last { $0.strength <= relative }?.share ?? 1
        isLikely = measured.last.map { relative < $0.strength } ?? true
    }

    /// The assumed height of the digits of a snapshot, in pixels, by its pixels for each point; nil takes it for a phone's, 400
    /// points wide.
    public static func digitHeight(scale: Double?, snapshot size: PixelSize) -> Double {
        digitHeightInPoints * max(scale ?? Double(min(size.width, size.height)) / 400, 1)
    }
}
