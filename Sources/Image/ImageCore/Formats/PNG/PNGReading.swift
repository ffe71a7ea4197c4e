import BoundedWork
import SecureMemory

/// The image data of a PNG on its way into a picture, piece by piece: inflated, then made samples.
final class PNGReading: @unchecked Sendable {
    // Sendable: of the pieces of a `PNGSchedule`, only one at a time inflates, and only one reads rows.

    private var inflater: PNGInflater
    private var rows: InflatedRows

    /// Bytes that are inflated before they become samples: few enough for the cache of a core.
    static let pieceByteCount = 1 << 18

    /// Nil for a stream of a kind that libpng judges. `stream` and `picture`, which comes from ``InflatedRows/room(_:_:)``, live
    /// as long as this value.
    init?(_ stream: UnsafeRawBufferPointer, into picture: inout PixelBuffer) throws(OutOfMemory) {
        let rows = InflatedRows(of: &picture)
        guard let inflater = try PNGInflater(stream, filling: rows.filtered) else { return nil }
        self.inflater = inflater
        self.rows = rows
    }

    /// The number of first rows that do not change any more.
    var settledRowCount: Int { rows.settledCount }

    /// The number of first rows that may have been written to.
    var touchedRowCount: Int { rows.rowCount(inflater.writtenByteCount + Inflater.surplus) }

    func inflate() throws(Refusal) -> PNGSchedule.Outcome {
        let progress = inflater.inflate(Self.pieceByteCount)
        guard progress != .refused else { throw Refusal() }
        return .inflated(byteCount: inflater.settledByteCount, isEnd: progress == .finished)
    }

    /// Reads the rows within the first `byteCount` inflated bytes.
    func readRows(ofFirst byteCount: Int) throws(Refusal) {
        guard rows.reverseFilters(ofFirst: byteCount) else { throw Refusal() }
    }

    /// The refusal of image data that is damaged, or of another length than the picture.
    struct Refusal: Error {}
}

extension TruecolorPNG {
    /// Bytes of rows from which on a second thread is worth waking.
    static let sharedByteCount = 4 << 20

    /// The picture as stored; nil for faulty image data. Takes memory for one frame, and for a copy of image data in several
    /// chunks, and a second thread for at least `sharedByteCount` bytes of rows.
    func decode(
        _ work: WorkContext,
        sharedFrom sharedByteCount: Int = sharedByteCount
    ) throws(DecodingError) -> PixelBuffer? {
        let threads = rowByteCount < sharedByteCount ? 1 : 2
        return try withImageData(work.cancellation) { (stream) throws(DecodingError) -> PixelBuffer? in
            do throws(OutOfMemory) {
                var picture = try InflatedRows.room(size, format)
                guard let reading = try PNGReading(stream, into: &picture) else {
                    picture.wasWritten(rows: 0)
                    return nil
                }
                if Self.read(reading, atMost: threads, work) { return picture }
                picture.wasWritten(rows: reading.touchedRowCount)
            } catch {
                throw .outOfMemory(error)
            }
            guard !work.isCancelled else { throw .cancelled }
            return nil
        }
    }

    /// Whether all of the image data was good, and wanted.
    private static func read(_ reading: PNGReading, atMost threads: Int, _ work: WorkContext) -> Bool {
        let end = try? work.perform(PNGSchedule.reading, atMost: threads) { (piece) throws(PNGReading.Refusal) in
            guard case .rows(let byteCount) = piece else { return try reading.inflate() }
            try reading.readRows(ofFirst: byteCount)
            return .read(readyStripCount: 0)
        }
        return end?.hasRead ?? false
    }

    /// The result of `body` with the image data: a copy if it comes in several chunks.
    func withImageData<Result: ~Copyable>(
        _ cancellation: Cancellation,
        _ body: (UnsafeRawBufferPointer) throws(DecodingError) -> Result
    ) throws(DecodingError) -> Result {
        var chunks = imageChunks
        if let first = chunks.nextUnchecked(), first.data.count == imageByteCount { return try body(first.data) }
        let joined = try mapError(joinedImageData(cancellation), DecodingError.outOfMemory)
        return try joined.withUnsafeBytes(body)
    }

    private func joinedImageData(_ cancellation: Cancellation) throws(OutOfMemory) -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: imageByteCount)
        var chunks = imageChunks
        while builder.count < imageByteCount, !cancellation.isCancelled, let chunk = chunks.nextUnchecked() {
            try builder.append(chunk.data)
        }
        return builder.finish()
    }
}
