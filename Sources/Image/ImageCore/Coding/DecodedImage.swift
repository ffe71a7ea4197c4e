public import BoundedWork
import SecureMemory

/// The pixels of a file, oriented as a viewer sees them, with the facts of its format.
///
/// Every colour type and bit depth of PNG becomes 8-bit RGB, or RGBA if the file has any transparency; of 16 bits
/// the upper 8 are taken. Grey, YCbCr, RGB, CMYK and YCCK JPEG becomes RGB; of inks, 255 stands for none. WebP and HEIC become
/// RGB, or RGBA if they have alpha; HEIC of more than 8 bits is rounded. Colours that a file declares to be in Display P3 stay
/// in it, all others become sRGB; a declaration that makes no sense is passed over. PNG and HEIC in PQ or HLG, which are
/// brighter than white, are reduced according to BT.2390: 1000 candela per square metre become white, and up to about 90
/// nothing changes but that 203 would be white. The EXIF orientation is applied, or its counterpart in HEIC; all other
/// metadata is left behind.
///
/// A file with any recognisable damage is refused. Most flipped bits in a baseline JPEG are none: they give another picture that is
/// as well formed.
public struct DecodedImage: ~Copyable, Sendable {
    /// The pixels of the picture, oriented as a viewer sees them.
    public var pixels: PixelBuffer
    /// The format of the file.
    public let format: ImageFormat
    /// The blocks within which a pixel of the file shows in its neighbours.
    public let grid: BlockGrid
    /// The colour space of the samples.
    public let colorSpace: ColorSpace

    /// A black picture of the size, format, grid and colour space of `header`, for work that covers all of it and needs nothing
    /// decoded.
    public init(blank header: ImageHeader, cancellation: Cancellation = Cancellation()) throws(WorkFailure) {
        pixels = try cancellation.finish { () throws(OutOfMemory) in
            try PixelBuffer(header.size, format: header.pixelFormat, filledWith: .black, cancellation)
        }
        format = header.format
        grid = header.grid
        colorSpace = header.colorSpace
    }

    /// The picture that a decoder read, turned according to its EXIF data; cancelled if the decoder stopped before the end.
    init(
        stored: consuming PixelBuffer,
        format: ImageFormat,
        grid: BlockGrid,
        orientation: Orientation,
        colorSpace: ColorSpace,
        cancellation: Cancellation
    ) throws(DecodingError) {
        let grid = orientation.applied(to: grid, storedSize: stored.size)
        let seen: PixelBuffer
        do {
            seen = try stored.oriented(orientation, cancellation)
        } catch {
            throw .outOfMemory(error)
        }
        guard !cancellation.isCancelled else { throw .cancelled }
        self.init(upright: seen, format: format, grid: grid, colorSpace: colorSpace)
    }

    /// The picture as a viewer sees it.
    init(upright pixels: consuming PixelBuffer, format: ImageFormat, grid: BlockGrid, colorSpace: ColorSpace) {
        self.pixels = pixels
        self.grid = grid
        self.format = format
        self.colorSpace = colorSpace
    }

    /// The pixels of the picture alone.
    public consuming func takePixels() -> PixelBuffer {
        pixels
    }

    /// The pixels of the picture, converted to `space`; out of memory or cancelled otherwise.
    public consuming func takePixels(
        in space: ColorSpace,
        cancellation: Cancellation = Cancellation()
    ) throws(DecodingError) -> PixelBuffer {
        let source = colorSpace
        var pixels = takePixels()
        try mapError(
            cancellation.finish { () throws(OutOfMemory) in
                try pixels.convert(from: source, to: space, cancellation)
            },
            DecodingError.init
        )
        return pixels
    }
}
