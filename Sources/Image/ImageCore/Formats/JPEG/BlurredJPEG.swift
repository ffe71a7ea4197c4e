import BoundedWork
import CImageCodecs
public import SecureMemory

extension JPEGFile {
    /// The picture under a wide blur of all of it, as a new JPEG: pixels, a profile of our own where the space is not sRGB, and
    /// nothing else.
    ///
    /// The file is decoded at a fraction of its size, blurred there, and enlarged while it is written: there never is a picture of
    /// full size. Pixels at the right and bottom edges that do not fill a cell of the reduced picture count as the cell beside them.
    ///
    /// - Parameters:
    ///   - blur: The blur in pixels of the picture.
    ///   - quality: 1 to 100, to which others are clamped.
    ///   - progress: Called with the number of first rows that are blurred, all the last time; on several threads, one at a time.
    /// - Returns: The new file. Nil without ``JPEGHeader/editableUnits``, for a blur too narrow or a picture too small to reduce, and
    ///   for chroma that is halved in one direction only, which decoders do not reduce well. Such a blur is for ``decoded()``.
    public func blurred(
        by blur: GaussianBlur,
        quality: Int,
        _ progress: (_ rowCount: Int) -> Void = { _ in }
    ) throws(DecodingError) -> SecureBytes? {
        // Decoders reduce by up to 8; the blur does the rest of a wider reduction.
        let factor = min(blur.reduction, 8)
        let size = header.size
        guard header.editableLayout?.hasSquareSamples == true, factor > 1,
            let wholeCells = PixelSize(width: size.width / factor, height: size.height / factor),
            min(wholeCells.width, wholeCells.height) >= Self.leastCells,
            let area = PaintArea(PixelRect(wholeCells))
        else { return nil }
        return try withDecoder { (decoder) throws(DecodingError) in
            let reducedSize = try decoder.reduce(by: factor)
            return try cancellation.unlessStopped { () throws(RepaintingStop) in
                let cells = try mapError(
                    BlurredCells(reducedSize, area, of: size, factor: factor, blur),
                    RepaintingStop.outOfMemory
                )
                return try write(cells, from: decoder, quality: quality, progress)
            }
        }
    }

    /// Cells along an edge of the picture, so many that a part of a cell at its other end hardly counts.
    private static let leastCells = 32

    private func write(
        _ cells: consuming BlurredCells,
        from decoder: borrowing JPEGDecoder,
        quality: Int,
        _ progress: (_ rowCount: Int) -> Void
    ) throws(RepaintingStop) -> SecureBytes {
        let (size, map, samples) = (header.size, cells.map, cells.samples)
        let writer = JPEGWriter(quality: quality, profile: header.colorSpace.profile)
        let encoder = try mapError(writer.encoder(size, JPEG_FROM_PLANES, cancellation), RepaintingStop.notWritten)
        var enlarged = try mapError(EnlargedPlanes(cells.planes, width: size.width), RepaintingStop.outOfMemory)
        let rows = JPEGRows(size, unitHeight: PlaneStrip.rowCount, inOneStep: !cells.areRowwise)
        try rows.forEachStep(
            work,
            read: { (rows) throws(RepaintingStop) in
                let next = map.cells(ofFirst: rows.lowerBound)..<map.cells(ofFirst: rows.upperBound)
                try mapError(decoder.readRows(next, into: samples), RepaintingStop.failed)
            },
            paint: { (rowCount) throws(RepaintingStop) in
                let count = try mapError(
                    cells.blur(within: map.cells(ofFirst: rowCount), work),
                    RepaintingStop.outOfMemory
                )
                guard !work.isCancelled else { throw .stopped }
                progress(count)
                return count
            },
            write: { (rows) throws(RepaintingStop) in
                try mapError(enlarged.write(rows, to: encoder), RepaintingStop.notWritten)
            }
        )
        return try mapError(encoder.file(), RepaintingStop.notWritten)
    }
}

/// The rows of cells that the rows of a picture are reduced to.
private struct RowsOfCells {
    let pictureHeight: Int
    let height: Int
    let factor: Int

    /// The number of cells that are known once so many first rows of the picture are.
    func cells(ofFirst rowCount: Int) -> Int { rowCount == pictureHeight ? height : rowCount / factor }
}

/// The cells of a reduced picture, which are blurred as they become known.
private struct BlurredCells: ~Copyable {
    let map: RowsOfCells
    let planes: ReducedPlanes
    private let area: PaintArea
    private let blur: GaussianBlur
    private var painting: (any RowwisePainting)?
    private var cells: PixelBuffer

    /// Whether cells can be blurred before all are known.
    var areRowwise: Bool { painting != nil }

    /// Where cells are to be read to.
    var samples: SharedRows { mutating get { cells.sharedRows } }

    /// Cells of a picture of `size`, of which those in `area` count, for a blur in pixels of the picture.
    init(
        _ reducedSize: PixelSize,
        _ area: PaintArea,
        of size: PixelSize,
        factor: Int,
        _ blur: GaussianBlur
    ) throws(OutOfMemory) {
        let cells = try PixelBuffer(uninitialized: reducedSize, format: .rgb)
        let narrower = GaussianBlur(sigma: blur.sigma(ofCells: factor))
        let planes = try ReducedPlanes(area.target.size, factor: factor)
        painting = try narrower.rowwise(over: area, of: .rgb)
        self.planes = planes
        map = RowsOfCells(pictureHeight: size.height, height: reducedSize.height, factor: factor)
        self.area = area
        self.blur = narrower
        self.cells = cells
    }

    /// Blurs what depends on the first `count` rows of cells alone, and returns the number of first rows of the picture that are
    /// known by it.
    mutating func blur(within count: Int, _ work: WorkContext) throws(OutOfMemory) -> Int {
        var finalCount = count
        if let known = try painting?.advance(on: &cells, within: count, work) {
            finalCount = known
        } else {
            try blur.paint(area, of: &cells, work)
        }
        let rowCount = planes.take(ofFirst: min(finalCount, area.target.height), of: cells)
        return finalCount == map.height ? map.pictureHeight : rowCount
    }
}
