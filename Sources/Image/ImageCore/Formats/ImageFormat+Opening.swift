public import BoundedWork
public import SecureMemory

extension ImageFormat {
    /// The type that opens files of the format. A new format is named here.
    fileprivate var file: any OpenableFile.Type {
        switch self {
        case .png: PNGFile.self
        case .jpeg: JPEGFile.self
        case .webp: WebPFile.self
        case .heic: HEICFile.self
        case .ktx: KTXFile.self
        }
    }

    /// Opens a whole file, whose bytes reveal its format, within `limits`, which are checked before memory is taken for pixels. The
    /// threads and the cancellation of `work` hold for later steps on the file, too; no pixel depends on the number of threads.
    ///
    /// ```swift
    /// let file = try ImageFormat.open(bytes)
    /// if let jpeg = file as? JPEGFile, let blurred = try jpeg.blurred(by: blur, quality: 90) { … }
    /// let image = try file.decoded()
    /// ```
    public static func open(
        _ bytes: SecureBytes,
        limits: DecodingLimits = DecodingLimits(),
        work: WorkContext = WorkContext()
    ) throws(DecodingError) -> any ImageFile {
        let format = try bytes.withUnsafeBytes(ImageFormat.init(of:))
        return try format.file.init(opening: bytes, limits: limits, work: work)
    }

    fileprivate init(of bytes: UnsafeRawBufferPointer) throws(DecodingError) {
        guard !bytes.isEmpty else { throw .empty }
        for format in Self.allCases where try format.file.recognizes(bytes) {
            self = format
            return
        }
        throw .unsupported(Self.foreignPicture(bytes) ?? Self.foreignText(bytes) ?? "in an unknown format")
    }

    /// The format that the beginning of a file shows; nil for none that is read.
    public init?(recognizing file: SecureBytes) {
        guard let format = try? file.withUnsafeBytes(ImageFormat.init(of:)) else { return nil }
        self = format
    }

    /// Whether the first 16 bytes of a file are those of a picture: of a format that is read, or of one that is refused by name.
    public static func isPicture(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do throws(DecodingError) {
            _ = try ImageFormat(of: bytes)
            return true
        } catch {
            // A kind of a format that is not read is a picture, too.
            let isKind = allCases.contains { format in (try? format.file.recognizes(bytes)) == nil }
            return isKind || foreignPicture(bytes) != nil
        }
    }

    private static func foreignPicture(_ bytes: UnsafeRawBufferPointer) -> String? {
        func has(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        func has(_ signature: [UInt8]) -> Bool { bytes.starts(with: signature) }
        if has("GIF8") { return "a GIF" }
        if has("BM") { return "a BMP" }
        if has("II*\0") || has("MM\0*") || has("II+\0") || has("MM\0+") { return "a TIFF" }
        if has([0, 0, 1, 0]) || has([0, 0, 2, 0]) { return "an ICO" }
        if has([0xFF, 0x0A]) || has("JXL ", at: 4) { return "a JPEG XL" }
        if has([0xFF, 0x4F, 0xFF, 0x51]) || has("jP  ", at: 4) { return "a JPEG 2000" }
        return nil
    }

    private static func foreignText(_ bytes: UnsafeRawBufferPointer) -> String? {
        func has(_ text: String) -> Bool { bytes.starts(with: text.utf8) }
        if has("%PDF") { return "a PDF" }
        if has("<svg") || has("<?xml") { return "XML or SVG text" }
        if has("iVBORw0KGgo") || has("/9j/") || has("data:image/") { return "base64 text" }
        if has("{") { return "JSON text" }
        return nil
    }
}

extension DecodedImage {
    /// Opens and decodes a whole file in one go, like ``ImageFormat/open(_:limits:work:)``.
    public init(
        decoding bytes: SecureBytes,
        limits: DecodingLimits = DecodingLimits(),
        work: WorkContext = WorkContext()
    ) throws(DecodingError) {
        self = try ImageFormat.open(bytes, limits: limits, work: work).decoded()
    }
}

extension PictureDeclaration {
    /// What a file of any format declares; nil if it declares no size, or is no picture that is read.
    public init?(of file: SecureBytes) {
        let format = ImageFormat(recognizing: file)
        let declaration = file.withUnsafeBytes { bytes in format.flatMap { $0.file.declaration(bytes) } }
        guard let declaration else { return nil }
        self = declaration
    }
}
