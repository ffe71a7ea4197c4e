/// A file format that is read and written.
public enum ImageFormat: String, Sendable, CaseIterable, Codable {
    /// Portable Network Graphics.
    case png
    /// JPEG File Interchange Format.
    case jpeg

    /// For example `image/png`.
    public var mediaType: String { "image/\(rawValue)" }

    /// The format that the first bytes of a file name, whatever its name or media type say.
    ///
    /// - Parameter bytes: The file, or at least its first 16 bytes.
    /// - Throws: ``DecodingError/empty``, ``DecodingError/unsupported(_:)``.
    static func detect(_ bytes: UnsafeRawBufferPointer) throws(DecodingError) -> ImageFormat {
        guard !bytes.isEmpty else { throw .empty }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            // Xcode writes the chunk CgBI first where it has "optimised" a PNG; its pixels are not what PNG says.
            guard !bytes.dropFirst(12).starts(with: "CgBI".utf8) else { throw .unsupported("an Apple CgBI PNG") }
            return .png
        }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        throw .unsupported(foreignFormat(bytes) ?? "in an unknown format")
    }

    /// The name of a format that is often sent by mistake.
    private static func foreignFormat(_ bytes: UnsafeRawBufferPointer) -> String? {
        func has(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if has("GIF8") { return "a GIF" }
        if has("RIFF"), has("WEBP", at: 8) { return "a WebP" }
        if has("ftypheic", at: 4) || has("ftypmif1", at: 4) || has("ftypheix", at: 4) { return "a HEIC" }
        if has("ftypavif", at: 4) { return "an AVIF" }
        if has("BM") { return "a BMP" }
        if has("II*\0") || has("MM\0*") { return "a TIFF" }
        if has("%PDF") { return "a PDF" }
        if has("<svg") || has("<?xml") { return "XML or SVG text" }
        if has("iVBORw0KGgo") || has("/9j/") || has("data:image/") { return "base64 text" }
        if has("{") { return "JSON text" }
        return nil
    }
}
