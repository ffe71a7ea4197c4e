import BoundedWork
import CImageCodecs
public import SecureMemory

extension JPEGFile {
    /// The header of a picture that ``repainted(quality:_:)`` takes: upright and without inks, or colours to be converted.
    public var repaintableHeader: ImageHeader? {
        guard case .unchanged(let space) = header.color, header.orientation == .up, !header.hasInks else { return nil }
        return ImageHeader(
            format: .jpeg,
            size: header.size,
            pixelFormat: .rgb,
            grid: header.storedGrid,
            colorSpace: space,
            hasVerifiedPixels: true
        )
    }

    /// Reads the picture row by row, while it is painted and written as a JPEG: the same as reading, painting and writing it in
    /// turn, in less time and with less memory: as ``PNGFile/repainted(as:_:)``.
    ///
    /// - Parameters:
    ///   - quality: As of ``OutputFormat/jpeg(quality:)``.
    ///   - paint: Paints on a picture of which so many first rows were read, no fewer each time and all the last time. Called on
    ///     several threads, one at a time. Returns the number of first rows that it will neither read nor paint any more; nil ends
    ///     the work.
    /// - Returns: The new file. Nil if `paint` ended the work, or there is no ``repaintableHeader``.
    public func repainted(
        quality: Int,
        _ paint: (_ image: inout DecodedImage, _ rowCount: Int) -> Int?
    ) throws(DecodingError) -> SecureBytes? {
        guard let header = repaintableHeader else { return nil }
        return try withDecoder { (decoder) throws(DecodingError) in
            try decoder.cancellation.unlessStopped { () throws(RepaintingStop) in
                try repaint(
                    header,
                    reading: decoder,
                    JPEGWriter(quality: quality, profile: header.colorSpace.profile),
                    paint
                )
            }
        }
    }

    /// Steps that wait to be painted or written, so few that their samples are still in a cache.
    private static let lead = 4

    private func repaint(
        _ header: ImageHeader,
        reading decoder: borrowing JPEGDecoder,
        _ writer: JPEGWriter,
        _ paint: (_ image: inout DecodedImage, _ rowCount: Int) -> Int?
    ) throws(RepaintingStop) -> SecureBytes {
        let size = header.size
        let pixels = try mapError(PixelBuffer(uninitialized: size, format: .rgb), RepaintingStop.outOfMemory)
        var image = DecodedImage(upright: pixels, format: .jpeg, grid: header.grid, colorSpace: header.colorSpace)
        let samples = image.pixels.sharedRows
        let memory = RowMemory(of: image.pixels)
        let encoder = try mapError(writer.encoder(size, JPEG_FROM_RGB, cancellation), RepaintingStop.notWritten)
        try JPEGRows(size, unitHeight: header.grid.height, lead: Self.lead).forEachStep(
            work,
            read: { (rows) throws(RepaintingStop) in
                try mapError(decoder.readRows(rows, into: samples), RepaintingStop.failed)
            },
            paint: { paint(&image, $0) },
            write: { (rows) throws(RepaintingStop) in
                let first = samples.row(rows.lowerBound)
                try mapError(encoder.write(first, stride: samples.stride, count: rows.count), RepaintingStop.notWritten)
                _ = memory.discard(rows)
            }
        )
        return try mapError(encoder.file(), RepaintingStop.notWritten)
    }
}
