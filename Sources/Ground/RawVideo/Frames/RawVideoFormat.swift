/// Size, layout and clock of the frames of a video.
public struct RawVideoFormat: Sendable, Hashable {
    /// Pixels of a row, 1 at least.
    public let width: Int
    /// Rows, 1 at least.
    public let height: Int
    /// Layout of the samples.
    public let layout: FrameLayout
    /// Seconds of a unit of the time stamps.
    public let timeBase: Ratio
    /// Width of a pixel over its height; nil if it is not known.
    public let sampleAspect: Ratio?

    /// The latest time stamp, in units of the time base; the earliest is 0. FFmpeg counts in 63 bits.
    public static let latestTime: Int64 = 1 << 61

    /// States a format; nil if a side is not in 1...65,535, or a frame has more bytes than an `Int32` counts, which is FFmpeg's
    /// limit.
    public init?(width: Int, height: Int, layout: FrameLayout, timeBase: Ratio, sampleAspect: Ratio? = nil) {
        let sides = 1...Int(UInt16.max)
        guard sides.contains(width), sides.contains(height),
            layout.byteCount(width: width, height: height) <= Int32.max
        else { return nil }
        self.width = width
        self.height = height
        self.layout = layout
        self.timeBase = timeBase
        self.sampleAspect = sampleAspect
    }

    /// Bytes of a frame.
    public var byteCount: Int { layout.byteCount(width: width, height: height) }
}

/// Positive fraction in lowest terms.
public struct Ratio: Sendable, Hashable {
    /// The number above the line, from 1 to 2^31 - 1.
    public let numerator: Int
    /// The number below the line, from 1 to 2^31 - 1.
    public let denominator: Int

    /// Reduces `numerator` / `denominator`; nil if one of the two is not in 1...2^31 - 1.
    public init?(_ numerator: Int, _ denominator: Int) {
        let range = 1...Int(Int32.max)
        guard range.contains(numerator), range.contains(denominator) else { return nil }
        let divisor = Self.greatestCommonDivisor(numerator, denominator)
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    private static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
        var (divisor, remainder) = (first, second)
        while remainder != 0 { (divisor, remainder) = (remainder, divisor % remainder) }
        return divisor
    }
}
