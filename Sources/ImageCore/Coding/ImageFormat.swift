/// A file format that is read.
///
/// Each format has a folder of its own under `Formats/`, which ``open(_:limits:cancellation:)`` leads to.
public enum ImageFormat: String, Sendable, CaseIterable, Codable {
    /// PNG, Portable Network Graphics.
    case png
    /// JPEG, in the JPEG File Interchange Format.
    case jpeg
}
