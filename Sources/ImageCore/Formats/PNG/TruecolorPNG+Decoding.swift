import BoundedWork
import SecureMemory

extension TruecolorPNG {
    /// The picture as stored; nil if anything is wrong with the image data.
    ///
    /// Takes memory for one frame, and for a copy of the image data if that is in more than one chunk.
    ///
    /// - Throws: ``DecodingError/outOfMemory(_:)``, ``DecodingError/cancelled``.
    func decode(_ cancellation: Cancellation) throws(DecodingError) -> PixelBuffer? {
        var chunks = imageChunks
        if let first = chunks.nextUnchecked(), first.data.count == imageByteCount {
            return try decode(first.data, cancellation)
        }
        let stream: SecureBytes
        do {
            stream = try joinedImageData(cancellation)
        } catch {
            throw .outOfMemory(error)
        }
        return try stream.withUnsafeBytes { (bytes) throws(DecodingError) in try decode(bytes, cancellation) }
    }

    /// Bytes that are inflated before they become samples: few enough to be found in the cache of a core.
    private static let pieceByteCount = 1 << 17

    private func decode(
        _ stream: UnsafeRawBufferPointer,
        _ cancellation: Cancellation
    ) throws(DecodingError) -> PixelBuffer? {
        do {
            var scanlines = try PNGScanlines(size, format)
            guard var inflater = try PNGInflater(stream, filling: scanlines.filtered) else { return nil }
            let isWhole = Self.fill(&scanlines, by: &inflater, cancellation)
            if isWhole { return scanlines.takePixels() }
            scanlines.wasWritten(inflater.writtenByteCount + PNGInflater.surplus)
        } catch {
            throw .outOfMemory(error)
        }
        guard !cancellation.isCancelled else { throw .cancelled }
        return nil
    }

    /// Whether all rows have become samples.
    private static func fill(
        _ scanlines: inout PNGScanlines,
        by inflater: inout PNGInflater,
        _ cancellation: Cancellation
    ) -> Bool {
        while !cancellation.isCancelled {
            let progress = inflater.inflate(pieceByteCount)
            guard progress != .refused else { return false }
            // What the inflater may look back at has to stay as it is.
            let settled = inflater.writtenByteCount - (progress == .paused ? PNGInflater.window : 0)
            guard scanlines.reverseFilters(ofFirst: settled) else { return false }
            if progress == .finished { return true }
        }
        return false
    }

    /// Not all of it if the picture is not wanted any more.
    private func joinedImageData(_ cancellation: Cancellation) throws(OutOfMemory) -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: imageByteCount)
        var chunks = imageChunks
        while builder.count < imageByteCount, !cancellation.isCancelled, let chunk = chunks.nextUnchecked() {
            try builder.append(chunk.data)
        }
        return builder.finish()
    }
}
