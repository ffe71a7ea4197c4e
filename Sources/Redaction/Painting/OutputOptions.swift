public import ImageCore

/// How the result is written.
public struct OutputOptions: Sendable, Hashable {
    /// The formats that may be written: that of the snapshot if it is among them, else the first.
    public var formats: [OutputFormat.Kind]
    /// JPEG quality, 1 to 100. Nil keeps that of the snapshot wherever the result is not encoded anew, and is 90 elsewhere.
    public var quality: Int?
    /// PNG compression.
    public var compression: PNGCompression

    /// Any format, the snapshot's quality and fast compression unless said otherwise.
    public init(
        formats: [OutputFormat.Kind] = OutputFormat.Kind.allCases,
        quality: Int? = nil,
        compression: PNGCompression = .fast
    ) {
        self.formats = formats
        self.quality = quality
        self.compression = compression
    }

    /// How the result for a snapshot of format `input` is written.
    func format(for input: ImageFormat) -> OutputFormat {
        let same = OutputFormat.Kind(input)
        return switch formats.contains(same) ? same : formats.first ?? same {
        case .png: .png(compression)
        case .jpeg: quality.map { .jpeg(quality: $0) } ?? .jpeg()
        }
    }
}
