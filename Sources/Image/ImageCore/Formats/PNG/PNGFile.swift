import BoundedWork
import SecureMemory

/// A PNG that was opened: read by ourselves where it is of the kind of screenshots, through libpng where it is not.
///
/// Nothing is read before it is asked for, because a header alone does not decide between the two.
public struct PNGFile: OpenableFile {
    let bytes: SecureBytes
    let limits: DecodingLimits
    let work: WorkContext
    var cancellation: Cancellation { work.cancellation }

    /// The format of the file: ``ImageFormat/png``.
    public var format: ImageFormat { .png }

    init(opening bytes: SecureBytes, limits: DecodingLimits, work: WorkContext) {
        self.bytes = bytes
        self.limits = limits
        self.work = work
    }

    static func recognizes(_ bytes: UnsafeRawBufferPointer) throws(DecodingError) -> Bool {
        guard bytes.starts(with: PNGChunkReader.signature) else { return false }
        // Xcode writes the chunk CgBI first where it has "optimised" a PNG; its pixels do not follow the standard.
        guard !bytes.dropFirst(12).starts(with: "CgBI".utf8) else { throw .unsupported("an Apple CgBI PNG") }
        return true
    }

    /// The size in IHDR, which is the first chunk (PNG third edition, section 11.2.1).
    static func declaration(_ bytes: UnsafeRawBufferPointer) -> PictureDeclaration? {
        guard bytes.count >= 24 else { return nil }
        let (width, height) = (bytes.bigEndianInteger(at: 16), bytes.bigEndianInteger(at: 20))
        return PictureDeclaration(width: Int(width), height: Int(height))
    }

    /// Bytes of the rows of a picture decoded for the check alone, in at most about 2 ms; a phone's screen has ten times as many.
    private static let maximumVerifiedByteCount = 1 << 20

    /// The header of the picture, after the check of all of it but the image data, and of that, too, where it is small. Nil if only
    /// libpng can decide whether the file is whole.
    public func checkedHeader() throws(DecodingError) -> ImageHeader? {
        try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            try checkIsStill(bytes)
            guard let file = TruecolorPNG(bytes, limits: limits, cancellation) else {
                guard !cancellation.isCancelled else { throw .cancelled }
                return nil
            }
            let isSmall = file.rowByteCount <= Self.maximumVerifiedByteCount
            if isSmall, try file.decode(work) == nil { return nil }
            let color = try ColorReading(ofPNG: bytes, .rgb(file.format), cancellation)
            guard !cancellation.isCancelled else { throw .cancelled }
            var header = header(of: file, in: color.space)
            header.hasVerifiedPixels = isSmall
            return header
        }
    }

    func header(of file: TruecolorPNG, in space: ColorSpace) -> ImageHeader {
        ImageHeader(
            format: .png,
            size: file.orientation.applied(to: file.size),
            pixelFormat: file.format,
            grid: .pixels,
            colorSpace: space
        )
    }

    /// The picture in full size.
    public func decoded() throws(DecodingError) -> DecodedImage {
        guard !cancellation.isCancelled else { throw .cancelled }
        try bytes.withUnsafeBytes(checkIsStill)
        if let image = try decodedTruecolor() { return image }
        return try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            try LibPNGDecoder(bytes, cancellation: cancellation).decode(limits: limits)
        }
    }

    /// Refuses an animation, whose other frames a viewer of the result would not see (PNG third edition, section 11.3.4.1). It is
    /// announced before the pixels.
    func checkIsStill(_ bytes: UnsafeRawBufferPointer) throws(DecodingError) {
        guard var reader = PNGChunkReader(file: bytes) else { return }
        while !cancellation.isCancelled, let chunk = reader.nextUnchecked(), chunk.type != .imageData {
            guard chunk.type != .animationControl else { throw .unsupported("an animated PNG") }
        }
    }

    /// The picture if it can be read without libpng; nil leaves the verdict to it.
    func decodedTruecolor() throws(DecodingError) -> DecodedImage? {
        try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            guard let file = TruecolorPNG(bytes, limits: limits, cancellation),
                var pixels = try file.decode(work)
            else { return nil }
            let color = try ColorReading(ofPNG: bytes, .rgb(file.format), cancellation)
            switch color {
            case .unchanged: break
            case .rgb, .grey, .cmyk, .toned:
                pixels.apply(color, cancellation)
                // Black may have become another colour.
                pixels.clearInvisibleColor(cancellation)
            }
            return try DecodedImage(
                stored: pixels,
                format: .png,
                grid: .pixels,
                orientation: file.orientation,
                colorSpace: color.space,
                cancellation: cancellation
            )
        }
    }
}
