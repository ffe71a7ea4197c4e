import BoundedWork
import SecureMemory

/// A file whose format is known, opened by ``ImageFormat/open(_:limits:work:)``.
///
/// Its header was read when it was opened, where the format allows that without a look at the pixels.
public protocol ImageFile {
    /// The format of the file.
    var format: ImageFormat { get }

    /// The header of the picture, after the structure of all of the file and its checksums were checked; nil where only decoding
    /// can show whether the file is whole. Pixels are decoded where that is quick: of a small PNG.
    func checkedHeader() throws(DecodingError) -> ImageHeader?

    /// The pixels, as ``DecodedImage`` describes them.
    func decoded() throws(DecodingError) -> DecodedImage
}

protocol OpenableFile: ImageFile {
    /// Whether a file is of the format by its first 16 bytes, whatever its name or media type says;
    /// ``DecodingError/unsupported(_:)`` for a kind of the format that is not read.
    static func recognizes(_ bytes: UnsafeRawBufferPointer) throws(DecodingError) -> Bool

    /// What a file of the format declares before its pixels; nil if it declares no size.
    static func declaration(_ bytes: UnsafeRawBufferPointer) -> PictureDeclaration?

    /// Opens a whole file of the format, within `limits`, which are checked before memory is taken for pixels. The work
    /// holds for later steps on the file, too.
    init(opening bytes: SecureBytes, limits: DecodingLimits, work: WorkContext) throws(DecodingError)
}

/// A file format that is read.
///
/// Each format has a folder of its own under `Formats/`, which ``open(_:limits:work:)`` leads to.
public enum ImageFormat: String, Sendable, CaseIterable, Codable {
    /// PNG, Portable Network Graphics.
    case png
    /// JPEG, in the JPEG File Interchange Format.
    case jpeg
    /// WebP, lossy or lossless.
    case webp
    /// HEIC, the High Efficiency Image File Format with pictures in HEVC.
    case heic
    /// A snapshot of iOS: KTX 1.1 or ATX, with a texture of ASTC 4x4.
    case ktx

    /// The usual name of the format.
    public var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .webp: "WebP"
        case .heic: "HEIC"
        case .ktx: "KTX"
        }
    }

    /// The names of all formats: `PNG, JPEG, …`, with an `or` before the last.
    public static let names: String = {
        let names = allCases.map(\.name)
        return names.dropLast().joined(separator: ", ") + (names.last.map { " or \($0)" } ?? "")
    }()

    /// The media type, for example `image/png`.
    public var mediaType: String { "image/\(rawValue)" }
}

/// Facts of a picture from its file, without the pixels.
public struct ImageHeader: Sendable, Hashable {
    /// The format of the file.
    public let format: ImageFormat
    /// Width and height as a viewer sees them, in pixels.
    public let size: PixelSize
    /// The layout of the decoded samples.
    public let pixelFormat: PixelFormat
    /// The blocks within which a pixel of the file shows in its neighbours, as a viewer sees them.
    public let grid: BlockGrid
    /// The colour space of the samples once they are decoded.
    public let colorSpace: ColorSpace
    /// Whether the pixels are known to decode. If not, only the structure of the file was checked.
    public internal(set) var hasVerifiedPixels = false
}

/// Bounds on the cost of a picture. Checked against its header, before memory is taken for its pixels.
public struct DecodingLimits: Sendable, Hashable {
    /// The largest number of pixels, width times height.
    public var maximumPixels: Int
    /// The longest edge, in pixels.
    public var maximumEdge: Int
    /// The largest number of scans of a progressive JPEG; common encoders write about 10.
    public var maximumScans: Int

    /// Limits of 50 megapixels, 16 384 pixels an edge and 100 scans unless said otherwise.
    public init(maximumPixels: Int = 50_000_000, maximumEdge: Int = 16_384, maximumScans: Int = 100) {
        self.maximumPixels = maximumPixels
        self.maximumEdge = maximumEdge
        self.maximumScans = maximumScans
    }

    package func check(width: UInt32, height: UInt32) throws(DecodingError) -> PixelSize {
        guard let size = PixelSize(width: Int(width), height: Int(height)) else {
            throw .corrupt("it has no pixels")
        }
        guard max(size.width, size.height) <= maximumEdge else { throw .edgeTooLong(size, limit: maximumEdge) }
        guard size.area <= maximumPixels else { throw .tooManyPixels(size, limit: maximumPixels) }
        return size
    }
}
