import BoundedWork
import ImageCore

/// A snapshot as far as a plan and its painter need to know it.
struct Snapshot: ~Copyable {
    /// Size, format, blocks and colours.
    let properties: Properties
    /// What was seen in the pixels; nil where no target is found by looking.
    let seen: SeenFindings?
    /// The decoded pixels; nil where the header is enough, and once they were written.
    var image: DecodedImage?

    /// What a plan is made for, besides evidence.
    struct Properties {
        /// Width and height in pixels, as a viewer sees them.
        let size: PixelSize
        /// The format of the file.
        let format: ImageFormat
        /// The blocks within which a pixel shows in its neighbours, the way the snapshot will be painted.
        let grid: BlockGrid
        /// The colour space of the snapshot, to which colours are converted.
        let colorSpace: ColorSpace
        /// Whether the pixels are known to decode. If not, only the structure of the file was checked.
        var hasVerifiedPixels = true
    }
}

extension Snapshot.Properties {
    /// The properties of a snapshot that is not decoded.
    init(_ header: ImageHeader) {
        self.init(
            size: header.size,
            format: header.format,
            grid: header.grid,
            colorSpace: header.colorSpace,
            hasVerifiedPixels: header.hasVerifiedPixels
        )
    }

    /// The properties of a snapshot that is decoded.
    init(_ image: borrowing DecodedImage) {
        self.init(size: image.pixels.size, format: image.format, grid: image.grid, colorSpace: image.colorSpace)
    }

    /// The properties of a snapshot whose blocks are in an order that only its pixels say.
    init(_ picture: UnorderedPicture) {
        self.init(size: picture.size, format: .ktx, grid: picture.grid, colorSpace: picture.colorSpace)
    }
}
