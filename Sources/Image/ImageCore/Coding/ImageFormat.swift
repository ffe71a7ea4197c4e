/// A file format that is read.
///
/// Each format has a folder of its own under `Formats/`, which ``open(_:limits:cancellation:)`` leads to.
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

    /// What people call the format.
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
