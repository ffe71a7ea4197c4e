import BoundedWork
import ImageCore

/// A snapshot, read as far as its plan and painter need it.
struct Snapshot: ~Copyable {
    let properties: Properties
    /// Nil where no target is found by looking.
    let seen: SeenFindings?
    /// The decoded pixels; nil where the header is enough, and once written.
    var image: DecodedImage?

    /// The part of a plan's input that is no evidence.
    struct Properties {
        /// Pixels as a viewer sees them.
        let size: PixelSize
        let format: ImageFormat
        /// The blocks within which a pixel shows in its neighbours, as the snapshot will be painted.
        let grid: BlockGrid
        /// The space that colours are converted to.
        let colorSpace: ColorSpace
        /// False if only the structure of the file was checked.
        var hasVerifiedPixels = true
    }
}

extension Snapshot.Properties {
    init(_ header: ImageHeader) {
        self.init(
            size: header.size,
            format: header.format,
            grid: header.grid,
            colorSpace: header.colorSpace,
            hasVerifiedPixels: header.hasVerifiedPixels
        )
    }

    init(_ image: borrowing DecodedImage) {
        self.init(size: image.pixels.size, format: image.format, grid: image.grid, colorSpace: image.colorSpace)
    }

    /// For a snapshot whose pixels alone show the order of its blocks.
    init(_ picture: UnorderedPicture) {
        self.init(size: picture.size, format: .ktx, grid: picture.grid, colorSpace: picture.colorSpace)
    }
}
