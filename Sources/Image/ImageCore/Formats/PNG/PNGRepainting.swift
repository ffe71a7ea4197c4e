import BoundedWork
public import SecureMemory

/// A PNG whose picture was painted while it was read.
public enum RepaintedPNG: ~Copyable {
    /// The new file.
    case file(SecureBytes)
    /// The painted picture, where only all of its pixels show how they are to be written: it has few colours, or is translucent
    /// behind rows that are opaque.
    case picture(DecodedImage)
}

extension PNGFile {
    /// The header of a picture that ``repainted(as:_:)`` takes: large, upright and without colours to be converted. All of the file
    /// was checked but the image data.
    public func repaintableHeader() throws(DecodingError) -> ImageHeader? {
        try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            try checkIsStill(bytes)
            return try repaintable(bytes, TruecolorPNG.sharedByteCount).map { header(of: $0.file, in: $0.space) }
        }
    }

    private func repaintable(
        _ bytes: UnsafeRawBufferPointer,
        _ leastByteCount: Int
    ) throws(DecodingError) -> (file: TruecolorPNG, space: ColorSpace)? {
        guard let file = TruecolorPNG(bytes, limits: limits, cancellation),
            file.rowByteCount >= leastByteCount, file.orientation == .up
        else { return nil }
        let color = try ColorReading(ofPNG: bytes, .rgb(file.format), cancellation)
        guard !cancellation.isCancelled else { throw .cancelled }
        guard case .unchanged(let space) = color else { return nil }
        return (file, space)
    }

    /// Reads the picture row by row, while it is painted and written as a PNG: the same as reading, painting and writing it in
    /// turn, in less time and with the memory of one picture.
    ///
    /// - Parameters:
    ///   - compression: As of ``OutputFormat/png(_:)``.
    ///   - paint: Paints on a picture of which so many first rows were read, more each time and all the last time. Called on
    ///     several threads, one at a time. Returns the number of first rows that it will neither read nor paint any more; nil ends
    ///     the work.
    /// - Returns: Nil if `paint` ended the work, or the picture has to be read by ``decoded()``, which may refuse it.
    public func repainted(
        as compression: PNGCompression,
        _ paint: (_ image: inout DecodedImage, _ rowCount: Int) -> Int?
    ) throws(DecodingError) -> RepaintedPNG? {
        try repainted(by: PNGWriter(compression: compression, work: work), from: TruecolorPNG.sharedByteCount, paint)
    }

    /// As ``repainted(as:_:)``, for pictures of `leastByteCount` bytes of rows or more.
    func repainted(
        by writer: PNGWriter,
        from leastByteCount: Int,
        _ paint: (_ image: inout DecodedImage, _ rowCount: Int) -> Int?
    ) throws(DecodingError) -> RepaintedPNG? {
        try bytes.withUnsafeBytes { (bytes) throws(DecodingError) -> RepaintedPNG? in
            guard let (file, space) = try repaintable(bytes, leastByteCount) else { return nil }
            var writer = writer
            writer.profile = space.profile
            return try file.withImageData(cancellation) { (stream) throws(DecodingError) -> RepaintedPNG? in
                do throws(PNGRepainting.Stop) {
                    return try file.repainted(stream, space, by: writer, paint)
                } catch {
                    guard !cancellation.isCancelled else { throw .cancelled }
                    guard case .outOfMemory(let error) = error else { return nil }
                    throw .outOfMemory(error)
                }
            }
        }
    }
}

extension TruecolorPNG {
    fileprivate func repainted(
        _ stream: UnsafeRawBufferPointer,
        _ space: ColorSpace,
        by writer: PNGWriter,
        _ paint: (_ image: inout DecodedImage, _ rowCount: Int) -> Int?
    ) throws(PNGRepainting.Stop) -> RepaintedPNG? {
        var room = try mapError(InflatedRows.room(size, format), PNGRepainting.Stop.outOfMemory)
        guard let reading = try mapError(PNGReading(stream, into: &room), PNGRepainting.Stop.outOfMemory) else {
            room.wasWritten(rows: 0)
            return nil
        }
        var image = DecodedImage(upright: room, format: .png, grid: .pixels, colorSpace: space)
        let repainting = try mapError(PNGRepainting(reading, writer), PNGRepainting.Stop.outOfMemory)
        let end = try writer.work.perform(PNGSchedule.reading) { (piece) throws(PNGRepainting.Stop) in
            switch piece {
            case .inflation: try repainting.inflate()
            case .rows(let byteCount): try repainting.readRows(ofFirst: byteCount, of: &image, paint)
            case .choice, .strip: try repainting.write(piece)
            }
        }
        guard end.hasRead, !writer.work.isCancelled else { throw .stopped }
        if let file = try repainting.file() { return .file(file) }
        return .picture(repainting.picture(image))
    }
}

/// Work on a picture that is painted while it is read, and written as soon as rows are final.
private final class PNGRepainting: @unchecked Sendable {
    // Sendable: of the pieces of a `PNGSchedule`, only one at a time reads rows, and strips are taken once there are some.

    enum Stop: Error {
        /// The image data is damaged, or painting has ended the work, or nobody waits for it.
        case stopped
        case outOfMemory(OutOfMemory)
    }

    private let reading: PNGReading
    private let writer: PNGWriter
    /// The number of rows that are not painted any more.
    private var finalCount = 0
    /// Pixels with alpha are packed to those without, as long as all are opaque.
    private var isOpaque = true
    /// The number of rows whose pixels were packed.
    private var packedCount = 0
    /// The colours of the final rows, until they are too many for a palette.
    private var colors: ColorTable
    /// Nil as long as the format of the file is not known.
    private var strips: PNGStrips?
    private var hasGivenUpStrips = false

    init(_ reading: PNGReading, _ writer: PNGWriter) throws(OutOfMemory) {
        self.reading = reading
        self.writer = writer
        colors = try ColorTable()
    }

    func inflate() throws(Stop) -> PNGSchedule.Outcome {
        do {
            return try reading.inflate()
        } catch {
            throw .stopped
        }
    }

    func readRows(
        ofFirst byteCount: Int,
        of image: inout DecodedImage,
        _ paint: (_ image: inout DecodedImage, _ rowCount: Int) -> Int?
    ) throws(Stop) -> PNGSchedule.Outcome {
        do {
            try reading.readRows(ofFirst: byteCount)
        } catch {
            throw .stopped
        }
        guard let count = paint(&image, reading.settledRowCount) else { throw .stopped }
        try mapError(finish(rowsOf: &image.pixels, to: count), Stop.outOfMemory)
        return .read(readyStripCount: hasGivenUpStrips ? 0 : strips?.count(within: finalCount) ?? 0)
    }

    func write(_ piece: PNGSchedule.Piece) throws(Stop) -> PNGSchedule.Outcome {
        guard let strips else { preconditionFailure("a strip came before its rows") }
        return try mapError(strips.perform(piece), Stop.outOfMemory)
    }

    /// The file; nil if it is not written yet.
    func file() throws(Stop) -> SecureBytes? {
        guard !hasGivenUpStrips, let strips else { return nil }
        return try mapError(strips.finish(), Stop.outOfMemory)
    }

    private func finish(rowsOf pixels: inout PixelBuffer, to end: Int) throws(OutOfMemory) {
        while finalCount < end {
            let y = finalCount
            if pixels.format == .rgba, isOpaque { try pack(y, of: &pixels) }
            if strips == nil, !IndexedPicture.collect(y, of: pixels, into: &colors) {
                strips = try writer.strips(of: pixels, as: .rgb)
            }
            finalCount += 1
        }
    }

    private func pack(_ y: Int, of pixels: inout PixelBuffer) throws(OutOfMemory) {
        let (row, width) = (pixels.mutableRow(y), pixels.size.width)
        isOpaque = PixelBuffer.isOpaque(row, count: width)
        if isOpaque {
            PixelBuffer.packOpaque(row, count: width)
            packedCount += 1
        } else if strips == nil {
            unpackRows(of: &pixels)
            strips = try writer.strips(of: pixels, as: .rgba)
        } else {
            hasGivenUpStrips = true
        }
    }

    /// The picture whose rows are all final, of one format.
    func picture(_ image: consuming DecodedImage) -> DecodedImage {
        guard image.pixels.format == .rgba else { return image }
        guard isOpaque else {
            unpackRows(of: &image.pixels)
            return image
        }
        let (format, grid, space) = (image.format, image.grid, image.colorSpace)
        let pixels = image.takePixels().reinterpreted(as: .rgb)
        return DecodedImage(upright: pixels, format: format, grid: grid, colorSpace: space)
    }

    private func unpackRows(of pixels: inout PixelBuffer) {
        for y in 0..<packedCount { PixelBuffer.unpackOpaque(pixels.mutableRow(y), count: pixels.size.width) }
        packedCount = 0
    }
}
