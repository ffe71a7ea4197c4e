public import ImageCore

/// How the result is written.
public struct OutputOptions: Sendable, Hashable {
    /// The formats that may be written: that of the snapshot if it is among them, else the first.
    public var formats: [ImageFormat]
    /// JPEG quality, 1 to 100.
    public var quality: Int
    /// PNG compression.
    public var compression: EncodingOptions.Compression

    /// Any format, quality 90 and fast compression unless said otherwise.
    public init(
        formats: [ImageFormat] = ImageFormat.allCases,
        quality: Int = 90,
        compression: EncodingOptions.Compression = .fast
    ) {
        self.formats = formats
        self.quality = quality
        self.compression = compression
    }

    /// The options for a snapshot of format `input`.
    func encoding(_ input: ImageFormat) -> EncodingOptions {
        let format = formats.contains(input) ? input : formats.first ?? input
        return EncodingOptions(format: format, quality: quality, compression: compression)
    }
}
