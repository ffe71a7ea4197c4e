import BoundedWork
public import SecureMemory
import Synchronization

extension PNGFile {
    /// The header of a picture that ``repainted(as:_:)`` takes: large, upright and without colours to be converted. All of the file
    /// was checked but the image data.
    public func repaintableHeader() throws(DecodingError) -> ImageHeader? {
        try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            try repaintable(bytes, TruecolorPNG.sharedByteCount).map { header(of: $0.file, in: $0.space) }
        }
    }

    private func repaintable(
        _ bytes: UnsafeRawBufferPointer,
        _ leastByteCount: Int
    ) throws(DecodingError) -> (file: TruecolorPNG, space: ColorSpace)? {
        try checkIsStill(bytes)
        guard let file = TruecolorPNG(bytes, limits: limits, cancellation),
            file.rowByteCount >= leastByteCount, file.orientation == .up
        else { return nil }
        let color = try ColorReading(ofPNG: bytes, .rgb(file.format), cancellation)
        guard !cancellation.isCancelled else { throw .cancelled }
        guard case .unchanged(let space) = color else { return nil }
        return (file, space)
    }

    /// Reads the picture row by row, while it is painted and written as a PNG: the same as reading, painting and writing it in
    /// turn, in less time and with less memory: the rows that were written of a picture that is not kept for the next one
    /// (`IdleMemory`) are given back meanwhile.
    ///
    /// - Parameters:
    ///   - compression: As of ``OutputFormat/png(_:)``.
    ///   - paint: Paints on a picture of which so many first rows were read, no fewer each time and all the last time. Called on
    ///     several threads, one at a time. Returns the number of first rows that it will neither read nor paint any more; nil ends
    ///     the work.
    /// - Returns: The new file. Nil if `paint` ended the work, or the picture has to be read by ``decoded()``, which may refuse it.
    public func repainted(
        as compression: PNGCompression,
        _ paint: (_ image: inout DecodedImage, _ rowCount: Int) -> Int?
    ) throws(DecodingError) -> SecureBytes? {
        try repainted(by: PNGWriter(compression: compression, work: work), from: TruecolorPNG.sharedByteCount, paint)
    }

    /// As ``repainted(as:_:)``, for pictures of `leastByteCount` bytes of rows or more.
    func repainted(
        by writer: PNGWriter,
        from leastByteCount: Int,
        _ paint: (_ image: inout DecodedImage, _ rowCount: Int) -> Int?
    ) throws(DecodingError) -> SecureBytes? {
        try bytes.withUnsafeBytes { (bytes) throws(DecodingError) -> SecureBytes? in
            guard let (file, space) = try repaintable(bytes, leastByteCount) else { return nil }
            var writer = writer
            writer.profile = space.profile
            return try file.withImageData(cancellation) { (stream) throws(DecodingError) -> SecureBytes? in
                try cancellation.unlessStopped { () throws(RepaintingStop) in
                    try file.repainted(stream, space, by: writer, paint)
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
    ) throws(RepaintingStop) -> SecureBytes? {
        var room = try mapError(InflatedRows.room(size, format), RepaintingStop.outOfMemory)
        guard let reading = try mapError(PNGReading(stream, into: &room), RepaintingStop.outOfMemory) else {
            room.wasWritten(rows: 0)
            return nil
        }
        let memory = RowMemory(of: room, bytesBefore: InflatedRows.bytesBefore)
        var image = DecodedImage(upright: room, format: .png, grid: .pixels, colorSpace: space)
        let repainting = try mapError(PNGRepainting(reading, memory, writer), RepaintingStop.outOfMemory)
        do throws(RepaintingStop) {
            try writer.work.perform(PNGSchedule.reading, atMost: PNGRepainting.maximumThreads) {
                (piece) throws(RepaintingStop) in
                switch piece {
                case .inflation: try repainting.inflate()
                case .rows(let byteCount): try repainting.readRows(ofFirst: byteCount, of: &image, paint)
                case .choice, .strip: try repainting.write(piece)
                }
            }
            return try repainting.file(of: &image.pixels)
        } catch {
            image.pixels.wasWritten(rows: reading.touchedRowCount)
            throw error
        }
    }
}

/// Work on a picture that is painted while it is read, and written as soon as rows are final.
private final class PNGRepainting: @unchecked Sendable {
    // Sendable: of the pieces of a `PNGSchedule`, only one at a time reads rows, and strips are taken once there are some.

    /// Inflating is a third of the work, or a little less, and one thread does it; others may be of more use to what paints.
    static let maximumThreads = 4

    private let reading: PNGReading
    private let memory: RowMemory
    private let writer: PNGWriter
    /// The number of rows that are not painted any more.
    private var finalCount = 0
    /// Pixels with alpha are packed to those without, as long as all are opaque.
    private var isOpaque = true
    /// The number of rows whose pixels were packed.
    private var packedCount = 0
    /// The colours of the final rows; nil once they are too many for a palette.
    private var colors: ColorTable?
    /// Nil as long as the format of the file is not known.
    private var strips: PNGStrips?
    private let hasGivenUpStrips = Atomic(false)
    /// Whether rows are gone that were written.
    private let hasDiscarded = Atomic(false)

    init(_ reading: PNGReading, _ memory: RowMemory, _ writer: PNGWriter) throws(OutOfMemory) {
        self.reading = reading
        self.memory = memory
        self.writer = writer
        colors = try ColorTable()
    }

    func inflate() throws(RepaintingStop) -> PNGSchedule.Outcome {
        try mapError(reading.inflate()) { (_: PNGReading.Refusal) in RepaintingStop.stopped }
    }

    func readRows(
        ofFirst byteCount: Int,
        of image: inout DecodedImage,
        _ paint: (_ image: inout DecodedImage, _ rowCount: Int) -> Int?
    ) throws(RepaintingStop) -> PNGSchedule.Outcome {
        try mapError(reading.readRows(ofFirst: byteCount)) { (_: PNGReading.Refusal) in RepaintingStop.stopped }
        let settledCount = reading.settledRowCount
        guard let count = paint(&image, settledCount), finalCount...settledCount ~= count else { throw .stopped }
        try mapError(release(rowsOf: &image.pixels, to: count), RepaintingStop.outOfMemory)
        guard hasGivenUpStrips.load(ordering: .relaxed) else {
            return .read(readyStripCount: strips?.count(within: finalCount) ?? 0)
        }
        guard !hasDiscarded.load(ordering: .relaxed) else { throw .stopped }
        return .read(readyStripCount: 0)
    }

    func write(_ piece: PNGSchedule.Piece) throws(RepaintingStop) -> PNGSchedule.Outcome {
        guard let strips else { preconditionFailure("a strip came before its rows") }
        let outcome = try mapError(strips.perform(piece), RepaintingStop.outOfMemory)
        let rows = strips.takePastRows()
        // Strips that were given up will be written again.
        guard !rows.isEmpty, !hasGivenUpStrips.load(ordering: .relaxed) else { return outcome }
        if memory.discard(rows) { hasDiscarded.store(true, ordering: .relaxed) }
        return outcome
    }

    /// The file, if all rows are final: written by now, or else from the whole picture. Nil if that has lost some of its rows.
    func file(of pixels: inout PixelBuffer) throws(RepaintingStop) -> SecureBytes? {
        guard finalCount == pixels.size.height, !writer.work.isCancelled else { throw .stopped }
        let file = try mapError(finish(&pixels), RepaintingStop.outOfMemory)
        guard !writer.work.isCancelled else { throw .stopped }
        return file
    }

    private func finish(_ pixels: inout PixelBuffer) throws(OutOfMemory) -> SecureBytes? {
        if hasGivenUpStrips.load(ordering: .relaxed) { strips = nil } else if let strips { return try strips.finish() }
        guard !hasDiscarded.load(ordering: .relaxed) else { return nil }
        guard isOpaque else {
            unpackRows(of: &pixels)
            return try writer.write(pixels)
        }
        return try writer.write(pixels, as: .rgb, knowing: colors.take())
    }

    /// Has rows that are final written, as soon as the format of the file is known.
    private func release(rowsOf pixels: inout PixelBuffer, to end: Int) throws(OutOfMemory) {
        for y in (finalCount..<end).whileWanted(writer.work.cancellation) {
            if pixels.format == .rgba, isOpaque { try pack(y, of: &pixels) }
            if strips == nil, !collectColors(y, of: pixels) { strips = try writer.strips(of: pixels, as: .rgb) }
            finalCount = y + 1
        }
    }

    /// Whether the colours so far fit a palette.
    private func collectColors(_ y: Int, of pixels: borrowing PixelBuffer) -> Bool {
        guard var table = colors.take() else { return false }
        guard IndexedPicture.collect(y, of: pixels, into: &table) else { return false }
        colors = consume table
        return true
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
            hasGivenUpStrips.store(true, ordering: .relaxed)
        }
    }

    private func unpackRows(of pixels: inout PixelBuffer) {
        for y in (0..<packedCount).whileWanted(writer.work.cancellation) {
            PixelBuffer.unpackOpaque(pixels.mutableRow(y), count: pixels.size.width)
        }
        packedCount = 0
    }
}
