import BoundedWork
import CImageCodecs
public import SecureMemory

/// A JPEG under a wide blur of all of it, made by ``JPEGFile/blurred(by:)``.
///
/// The file is decoded at a fraction of its size, blurred there, and enlarged while it is written: there never is a picture of full
/// size. Pixels at the right and bottom edges that do not fill a cell of the reduced picture count as the cell beside them.
public struct BlurredJPEG: ~Copyable {
    /// Width and height in pixels.
    public let size: PixelSize
    private let colorSpace: ColorSpace
    private let cells: PixelBuffer
    private let wholeCells: PixelSize
    private let factor: Int
    private let work: WorkContext

    /// Cells along an edge of the picture, so many that a part of a cell at its other end hardly counts.
    private static let leastCells = 32

    fileprivate init?(_ file: JPEGFile, by blur: GaussianBlur) throws(DecodingError) {
        // Decoders reduce by up to 8; the blur does the rest of a wider reduction.
        let factor = min(blur.reduction, 8)
        let size = file.header.size
        guard file.header.editableLayout?.hasSquareSamples == true, factor > 1,
            let wholeCells = PixelSize(width: size.width / factor, height: size.height / factor),
            min(wholeCells.width, wholeCells.height) >= Self.leastCells
        else { return nil }
        var cells = try file.withDecoder { (decoder) throws(DecodingError) in try decoder.decode(reducedBy: factor) }
        if let area = PaintArea(PixelRect(wholeCells)) {
            let narrower = GaussianBlur(sigma: blur.sigma(ofCells: factor))
            try mapError(narrower.apply(to: &cells, in: area, work: file.work), DecodingError.init)
        }
        self.size = size
        self.colorSpace = file.header.colorSpace
        self.cells = cells
        self.wholeCells = wholeCells
        self.factor = factor
        work = file.work
    }

    /// The blurred picture as a new JPEG of a quality of 1 to 100, to which others are clamped: pixels, a profile of our own where
    /// the space is not sRGB, and nothing else.
    public consuming func encoded(quality: Int) throws(EncodingError) -> SecureBytes {
        let writer = JPEGWriter(quality: quality, profile: colorSpace.profile)
        let encoder = try writer.encoder(size, JPEG_FROM_PLANES, work.cancellation)
        var planes = try mapError(
            EnlargedPlanes(cells, wholeCells, factor: factor, width: size.width, work.cancellation),
            EncodingError.outOfMemory
        )
        try planes.write(to: encoder, height: size.height)
        return try encoder.file()
    }
}

extension JPEGFile {
    /// The picture under a blur of all of it.
    ///
    /// Nil without ``JPEGHeader/editableUnits``, for a blur too narrow or a picture too small to reduce, and for chroma that is
    /// halved in one direction only, which decoders do not reduce well. Such a blur is for ``decoded()``.
    public func blurred(by blur: GaussianBlur) throws(DecodingError) -> BlurredJPEG? {
        try BlurredJPEG(self, by: blur)
    }
}
