import SecureMemory

extension TruecolorPNG {
    /// The picture as stored; nil if anything is wrong with the image data.
    ///
    /// Takes memory for one frame, and for a copy of the image data if that is in more than one chunk.
    ///
    /// - Throws: ``DecodingError/outOfMemory(_:)``.
    func decode() throws(DecodingError) -> PixelBuffer? {
        do {
            var scanlines = try PNGScanlines(size, format)
            guard try inflate(into: scanlines.filtered), scanlines.reverseFilters() else { return nil }
            return scanlines.takePixels()
        } catch {
            throw .outOfMemory(error)
        }
    }

    private func inflate(into output: UnsafeMutableRawBufferPointer) throws(OutOfMemory) -> Bool {
        let inflater = try ZlibInflater()
        var chunks = imageChunks
        if let first = chunks.nextUnchecked(), first.data.count == imageByteCount {
            return inflater.inflate(first.data, filling: output)
        }
        let stream = try joinedImageData()
        return stream.withUnsafeBytes { inflater.inflate($0, filling: output) }
    }

    private func joinedImageData() throws(OutOfMemory) -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: imageByteCount)
        var chunks = imageChunks
        while builder.count < imageByteCount, let chunk = chunks.nextUnchecked() { try builder.append(chunk.data) }
        return builder.finish()
    }
}
