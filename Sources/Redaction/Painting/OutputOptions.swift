public import ImageCore

/// How the result is written.
public struct OutputOptions: Sendable, Hashable {
    /// The formats that may be written: that of the snapshot if it is among them, else the first.
    public var formats: [ImageFormat]
    /// JPEG quality, 1 to 100. Nil keeps that of the snapshot wherever the result is not encoded anew, and is 90 elsewhere.
    public var quality: Int?
    /// PNG compression.
    public var compression: EncodingOptions.Compression

    /// Any format, the snapshot's quality and fast compression unless said otherwise.
    public init(
        formats: [ImageFormat] = ImageFormat.allCases,
        quality: Int? = nil,
        compression: EncodingOptions.Compression = .fast
    ) {
        self.formats = formats
        self.quality = quality
        self.compression = compression
    }

    /// The options for a snapshot of format `input`.
    func encoding(_ input: ImageFormat) -> EncodingOptions {
        let format = formats.contains(input) ? input : formats.first ?? input
        return EncodingOptions(format: format, quality: quality ?? 90, compression: compression)
    }
}
