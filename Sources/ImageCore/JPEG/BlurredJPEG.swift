public import BoundedWork
public import SecureMemory

/// A JPEG under a wide blur of all of it.
///
/// The file is decoded at a fraction of its size, blurred there, and enlarged while it is written, so that there never is a
/// picture of full size. Pixels at the right and bottom edges that do not fill a cell of the reduced picture count as
/// the cell beside them.
public struct BlurredJPEG: ~Copyable {
    /// Width and height in pixels.
    public let size: PixelSize
    /// What the samples stand for.
    private let colorSpace: ColorSpace
    /// The blurred picture, reduced.
    private let cells: PixelBuffer
    /// The cells that lie wholly within the picture.
    private let wholeCells: PixelSize
    /// Pixels along the edge of a cell.
    private let factor: Int
    /// Whether the picture is still wanted.
    private let cancellation: Cancellation

    /// Cells along an edge that the picture has at least. What does not fill a cell at its other end is next to nothing then.
    private static let leastCells = 32

    /// Decodes a JPEG and blurs it.
    ///
    /// Nil unless there are ``JPEGHeader/editableUnits``; if the blur is too narrow or the picture too small for it to be
    /// reduced; or if the file has chroma that is halved in one direction only, which decoders do not reduce well. Such a
    /// blur is for ``DecodedImage``.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - blur: How to blur.
    ///   - limits: Checked against the header, before memory is taken for pixels.
    ///   - header: The header of the same file if it was read before, so that its profile need not be looked at again.
    ///   - cancellation: Whether the picture is still wanted, now and when it is written.
    /// - Throws: ``DecodingError``.
    public init?(
        blurring bytes: SecureBytes,
        with blur: GaussianBlur,
        limits: DecodingLimits = DecodingLimits(),
        header: JPEGHeader? = nil,
        cancellation: Cancellation = Cancellation()
    ) throws(DecodingError) {
        // Decoders reduce by up to 8; what is missing to a wider reduction is left to the blur.
        let factor = min(blur.reduction, 8)
        let blurred = try bytes.withUnsafeBytes { (buffer) throws(DecodingError) -> BlurredJPEG? in
            let decoder = try JPEGDecoder(buffer, limits: limits, cancellation: cancellation)
            let header = try decoder.readHeader(color: header?.color)
            let wholeCells = PixelSize(width: header.size.width / factor, height: header.size.height / factor)
            guard header.editableLayout?.hasSquareSamples == true, factor > 1 else { return nil }
            guard let wholeCells, min(wholeCells.width, wholeCells.height) >= Self.leastCells else { return nil }
            let cells = try decoder.decode(reducedBy: factor)
            return try BlurredJPEG(cells, wholeCells, of: header, factor: factor, blur: blur, cancellation)
        }
        guard let blurred else { return nil }
        self = blurred
    }

    private init(
        _ cells: consuming PixelBuffer,
        _ wholeCells: PixelSize,
        of header: JPEGHeader,
        factor: Int,
        blur: GaussianBlur,
        _ cancellation: Cancellation
    ) throws(DecodingError) {
        let narrower = GaussianBlur(sigma: blur.sigma(ofCells: factor))
        do {
            if let area = PaintArea(PixelRect(wholeCells)) {
                try narrower.apply(to: &cells, in: area, work: WorkContext(cancellation: cancellation))
            }
        } catch {
            throw DecodingError(error)
        }
        self.size = header.size
        self.colorSpace = header.colorSpace
        self.cells = cells
        self.wholeCells = wholeCells
        self.factor = factor
        self.cancellation = cancellation
    }

    /// The blurred picture as a new JPEG that holds pixels, a profile of our own where the space is not
    /// sRGB, and nothing else.
    ///
    /// - Parameter quality: 1 to 100.
    /// - Throws: ``EncodingError``.
    public consuming func encoded(quality: Int) throws(EncodingError) -> SecureBytes {
        var planes: EnlargedPlanes
        do {
            planes = try EnlargedPlanes(cells, wholeCells, factor: factor, width: size.width, cancellation)
        } catch {
            throw .codec(error.description)
        }
        return try planes.encoded(size, quality: quality, colorSpace: colorSpace)
    }
}
