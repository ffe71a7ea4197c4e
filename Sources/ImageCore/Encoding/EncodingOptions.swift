/// How a sanitised picture is written.
public struct EncodingOptions: Sendable, Hashable {
    /// The format to write.
    public var format: ImageFormat
    /// JPEG quality, 1 to 100.
    public var quality: Int
    /// PNG compression.
    public var compression: Compression

    /// The trade between the time that a PNG takes and its size.
    public enum Compression: String, Sendable, CaseIterable {
        /// As fast as possible.
        case fast
        /// Smaller, at a few times the cost.
        case balanced
        /// The smallest, at many times the cost.
        case small
    }

    /// JPEG quality 90 and fast compression unless said otherwise. `quality` is clamped to 1 to 100.
    public init(format: ImageFormat, quality: Int = 90, compression: Compression = .fast) {
        self.format = format
        self.quality = min(max(quality, 1), 100)
        self.compression = compression
    }
}
