public import SecureMemory

/// The pixels of a file, oriented as a viewer sees them, and what its format says about them.
public struct DecodedImage: ~Copyable, Sendable {
    /// The picture.
    public var pixels: PixelBuffer
    /// The format of the file.
    public let format: ImageFormat
    /// The blocks within which a pixel of the file shows in its neighbours.
    public let grid: BlockGrid

    /// Decodes a PNG or JPEG, told apart by its bytes.
    ///
    /// Every colour type and bit depth of PNG becomes 8-bit RGB, or RGBA if the file has any transparency; grey, YCbCr,
    /// RGB, CMYK and YCCK JPEG becomes RGB. The EXIF orientation is applied; all other metadata is left behind. A file
    /// with any damage is refused.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - limits: Checked against the header, before memory is taken for pixels.
    /// - Throws: ``DecodingError``.
    public init(decoding bytes: SecureBytes, limits: DecodingLimits = DecodingLimits()) throws(DecodingError) {
        self = try bytes.withUnsafeBytes { (buffer) throws(DecodingError) in
            switch try ImageFormat.detect(buffer) {
            case .png: try PNGDecoder(buffer).decode(limits: limits)
            case .jpeg: try JPEGDecoder(buffer, maximumScans: limits.maximumScans).decode(limits: limits)
            }
        }
    }

    /// The picture that a decoder read, turned the way its EXIF data asks for.
    init(
        stored: consuming PixelBuffer,
        format: ImageFormat,
        grid: BlockGrid,
        orientation: Orientation
    ) throws(DecodingError) {
        self.grid = orientation.applied(to: grid, storedSize: stored.size)
        self.format = format
        do {
            self.pixels = try stored.oriented(orientation)
        } catch {
            throw .outOfMemory(error)
        }
    }

    /// The picture alone.
    public consuming func takePixels() -> PixelBuffer {
        pixels
    }
}
