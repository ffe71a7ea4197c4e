/// A file format that is written, and how.
public enum OutputFormat: Sendable, Hashable {
    /// PNG; as fast as possible unless said otherwise.
    case png(PNGCompression = .fast)
    /// JPEG of a quality of 1 to 100, to which others are clamped; 90 unless said otherwise.
    case jpeg(quality: Int = 90)
    /// WebP: lossless, or lossy of a quality of 0 to 100, to which others are clamped.
    case webP(quality: Int? = nil)

    /// A file format that is written, however it is.
    public enum Kind: String, Sendable, CaseIterable, Codable {
        /// PNG, Portable Network Graphics.
        case png
        /// JPEG, in the JPEG File Interchange Format.
        case jpeg
        /// WebP, lossy or lossless.
        case webp

        /// The format that a file was read in, to write it in the same; of those that are not written, JPEG for HEIC and PNG for KTX.
        public init(_ format: ImageFormat) {
            switch format {
            case .png, .ktx: self = .png
            case .jpeg, .heic: self = .jpeg
            case .webp: self = .webp
            }
        }

        /// The media type, for example `image/png`.
        public var mediaType: String { "image/\(rawValue)" }
    }

    /// Bytes of memory for each pixel of a picture that is worked on and not written: of the picture, and of a copy for an effect.
    public static let workBytesOfPixel = 2 * PixelFormat.rgba.channels

    /// Bytes of memory for each pixel of a picture that is worked on and written so: of the picture, and of a copy for an effect or the
    /// encoder. libwebp takes as much as this for noise, and less than half of it for a screen; it is alpha that takes the most.
    public var workBytesOfPixel: Int {
        switch self {
        case .png, .jpeg: Self.workBytesOfPixel
        case .webP(quality: nil): 40
        case .webP: 52
        }
    }

    /// Whether all pixels are read back as they were written.
    public var isLossless: Bool {
        switch self {
        case .png, .webP(quality: nil): true
        case .jpeg, .webP: false
        }
    }

    /// The format, without its settings.
    public var kind: Kind {
        switch self {
        case .png: .png
        case .jpeg: .jpeg
        case .webP: .webp
        }
    }
}

/// The trade between the time that a PNG takes and its size.
public enum PNGCompression: String, Sendable, CaseIterable {
    /// As fast as possible; the file is the largest.
    case fast
    /// Smaller, at a few times the cost.
    case balanced
    /// The smallest, at many times the cost.
    case small
}
