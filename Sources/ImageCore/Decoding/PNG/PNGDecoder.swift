import BoundedWork
import SecureMemory

/// Decodes one PNG: by ourselves where it is of the kind that screenshots are, through libpng where it is not.
struct PNGDecoder {
    private let bytes: UnsafeRawBufferPointer

    /// - Parameter bytes: The whole file, valid as long as the decoder.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Checks the header against `limits`, then reads the pixels.
    func decode(
        limits: DecodingLimits,
        cancellation: Cancellation = Cancellation()
    ) throws(DecodingError) -> DecodedImage {
        guard !cancellation.isCancelled else { throw .cancelled }
        if let image = try decodeTruecolor(limits: limits, cancellation: cancellation) { return image }
        return try LibPNGDecoder(bytes, cancellation: cancellation).decode(limits: limits)
    }

    /// Bytes of the rows of a picture that is decoded only to see that it can be, in at most about 2 ms. A phone's screen has
    /// ten times as many.
    private static let maximumVerifiedByteCount = 1 << 20

    /// What the file says of its picture, after all of it but the image data was checked, and that, too, where it is small;
    /// nil if only libpng can tell.
    func header(
        limits: DecodingLimits,
        cancellation: Cancellation
    ) throws(DecodingError) -> ImageHeader? {
        guard let file = TruecolorPNG(bytes, limits: limits, cancellation) else {
            guard !cancellation.isCancelled else { throw .cancelled }
            return nil
        }
        let isSmall = file.rowByteCount <= Self.maximumVerifiedByteCount
        if isSmall, try file.decode(cancellation) == nil { return nil }
        let color = try ColorReading(ofPNG: bytes, .rgb(file.format), cancellation)
        guard !cancellation.isCancelled else { throw .cancelled }
        return ImageHeader(
            format: .png,
            size: file.orientation.applied(to: file.size),
            pixelFormat: file.format,
            grid: .pixels,
            colorSpace: color.space,
            hasVerifiedPixels: isSmall
        )
    }

    /// The picture if it can be read without libpng; nil leaves the verdict to libpng.
    func decodeTruecolor(
        limits: DecodingLimits,
        cancellation: Cancellation = Cancellation()
    ) throws(DecodingError) -> DecodedImage? {
        guard let file = TruecolorPNG(bytes, limits: limits, cancellation),
            var pixels = try file.decode(cancellation)
        else { return nil }
        let color = try ColorReading(ofPNG: bytes, .rgb(file.format), cancellation)
        switch color {
        case .unchanged: break
        case .rgb, .grey, .cmyk:
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
