public import BoundedWork
public import SecureMemory

/// The pixels of a file, oriented as a viewer sees them, and what its format says about them.
public struct DecodedImage: ~Copyable, Sendable {
    /// The picture.
    public var pixels: PixelBuffer
    /// The format of the file.
    public let format: ImageFormat
    /// The blocks within which a pixel of the file shows in its neighbours.
    public let grid: BlockGrid
    /// What the samples stand for.
    public let colorSpace: ColorSpace

    /// Decodes a PNG or JPEG, told apart by its bytes.
    ///
    /// Every colour type and bit depth of PNG becomes 8-bit RGB, or RGBA if the file has any transparency; of 16 bits
    /// the upper 8 are taken. Grey, YCbCr, RGB, CMYK and YCCK JPEG becomes RGB. Colours that a file declares to be in
    /// Display P3 stay in it, all others become sRGB; a declaration that makes no sense is passed over. The EXIF
    /// orientation is applied; all other metadata is left behind. A file with any damage is refused.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - limits: Checked against the header, before memory is taken for pixels.
    ///   - header: The header of the same file if it was read before, so that its profile need not be looked at again.
    ///   - cancellation: Whether the picture is still wanted.
    /// - Throws: ``DecodingError``.
    public init(
        decoding bytes: SecureBytes,
        limits: DecodingLimits = DecodingLimits(),
        header: JPEGHeader? = nil,
        cancellation: Cancellation = Cancellation()
    ) throws(DecodingError) {
        self = try bytes.withUnsafeBytes { (buffer) throws(DecodingError) in
            switch try ImageFormat.detect(buffer) {
            case .png: try PNGDecoder(buffer).decode(limits: limits, cancellation: cancellation)
            case .jpeg:
                try JPEGDecoder(buffer, maximumScans: limits.maximumScans)
                    .decode(limits: limits, color: header?.color, cancellation: cancellation)
            }
        }
    }

    /// A black picture in the stead of the one that `header` is of, where nothing of that will be seen: as large, of the same
    /// format, grid and colour space.
    ///
    /// - Throws: ``OutOfMemory``.
    public init(blank header: ImageHeader) throws(OutOfMemory) {
        pixels = try PixelBuffer(header.size, format: header.pixelFormat, filledWith: .black)
        format = header.format
        grid = header.grid
        colorSpace = header.colorSpace
    }

    /// The picture that a decoder read, turned the way its EXIF data asks for.
    ///
    /// - Throws: ``DecodingError/outOfMemory(_:)``; ``DecodingError/cancelled``, too, where the decoder stopped before the end
    ///   as the picture was not wanted any more.
    init(
        stored: consuming PixelBuffer,
        format: ImageFormat,
        grid: BlockGrid,
        orientation: Orientation,
        colorSpace: ColorSpace,
        cancellation: Cancellation = Cancellation()
    ) throws(DecodingError) {
        let storedSize = stored.size
        let seen: PixelBuffer
        do {
            seen = try stored.oriented(orientation, cancellation)
        } catch {
            throw .outOfMemory(error)
        }
        guard !cancellation.isCancelled else { throw .cancelled }
        self.pixels = seen
        self.format = format
        self.grid = orientation.applied(to: grid, storedSize: storedSize)
        self.colorSpace = colorSpace
    }

    /// The picture alone.
    public consuming func takePixels() -> PixelBuffer {
        pixels
    }

    /// The picture alone, with samples of `space`.
    ///
    /// - Throws: ``DecodingError/outOfMemory(_:)``, ``DecodingError/cancelled``.
    public consuming func takePixels(
        in space: ColorSpace,
        cancellation: Cancellation = Cancellation()
    ) throws(DecodingError) -> PixelBuffer {
        let source = colorSpace
        var pixels = takePixels()
        do {
            try pixels.convert(from: source, to: space, cancellation)
        } catch {
            throw .outOfMemory(error)
        }
        guard !cancellation.isCancelled else { throw .cancelled }
        return pixels
    }
}
