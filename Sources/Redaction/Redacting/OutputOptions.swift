public import ImageCore

/// How the result is written.
public struct OutputOptions: Sendable, Hashable {
    /// The format; nil for that of the snapshot.
    public var format: ImageFormat?
    /// JPEG quality, 1 to 100.
    public var quality: Int
    /// PNG compression.
    public var compression: EncodingOptions.Compression

    /// The snapshot's format, quality 90 and fast compression unless said otherwise.
    public init(
        format: ImageFormat? = nil,
        quality: Int = 90,
        compression: EncodingOptions.Compression = .fast
    ) {
        self.format = format
        self.quality = quality
        self.compression = compression
    }

    /// The options for a snapshot of format `input`.
    func encoding(_ input: ImageFormat) -> EncodingOptions {
        EncodingOptions(format: format ?? input, quality: quality, compression: compression)
    }
}
