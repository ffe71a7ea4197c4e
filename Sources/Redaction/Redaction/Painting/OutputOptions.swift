public import ImageCore

/// How the redacted snapshot is written: in which format, and at what quality or compression.
public struct OutputOptions: Sendable, Hashable {
    /// The formats that may be written: that of the snapshot if it is among them, else the first. If there are none,
    /// that of the snapshot.
    public var formats: [OutputFormat.Kind]
    /// Quality of a JPEG, 1 to 100. Nil keeps that of the snapshot wherever the result is not encoded anew, and is 90
    /// elsewhere. Of a WebP, nil is lossless.
    public var quality: Int?
    /// The trade between time and size where the result is a PNG.
    public var compression: PNGCompression

    /// Options that allow any format, keep the quality of the snapshot and compress fast unless said otherwise.
    public init(
        formats: [OutputFormat.Kind] = OutputFormat.Kind.allCases,
        quality: Int? = nil,
        compression: PNGCompression = .fast
    ) {
        self.formats = formats
        self.quality = quality
        self.compression = compression
    }

    /// The format and its settings in which the result for a snapshot of format `input` is written.
    func format(for input: ImageFormat) -> OutputFormat {
        let same = OutputFormat.Kind(input)
        return switch formats.contains(same) ? same : formats.first ?? same {
        case .png: .png(compression)
        case .jpeg: quality.map { .jpeg(quality: $0) } ?? .jpeg()
        case .webp: .webP(quality: quality)
        }
    }
}
