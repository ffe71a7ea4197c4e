import BoundedWork
import CImageCodecs
import SecureMemory

/// Writes a baseline JPEG that holds pixels, a profile if there is one, and nothing else.
struct JPEGWriter {
    /// 1 to 100, to which libjpeg clamps others.
    let quality: Int
    /// The ICC profile to write; empty for none.
    let profile: [UInt8]

    /// Pixels of the longest edge that libjpeg writes: its `JPEG_MAX_DIMENSION`.
    static let longestEdge = 65_500

    /// The picture as a file.
    ///
    /// - Throws: ``EncodingError``.
    func file(of picture: borrowing PixelBuffer, _ cancellation: Cancellation) throws(EncodingError) -> SecureBytes {
        try picture.size.check(longestEdge: Self.longestEdge)
        var image = codec_image()
        image.pixels = picture.row(0)
        image.stride = picture.rowStride
        image.width = UInt32(picture.size.width)
        image.height = UInt32(picture.size.height)
        image.channels = UInt8(picture.format.channels)
        var output = codec_output()
        let written = profile.withUnsafeBufferPointer { profile in
            image.profile = profile.isEmpty ? nil : profile.baseAddress
            image.profile_size = profile.count
            return jpeg_write(&image, Int32(clamping: quality), codec_cancellation(cancellation), &output)
        }
        return try SecureBytes(output, written: written, cancellation)
    }
}

extension SecureBytes {
    /// Takes over the file that a codec wrote.
    ///
    /// - Parameters:
    ///   - output: The file, or the message that says why there is none.
    ///   - written: What the codec returned.
    ///   - cancellation: What the codec asked whether the file is still wanted.
    init(_ output: codec_output, written: Bool, _ cancellation: Cancellation) throws(EncodingError) {
        guard written, let bytes = output.bytes else {
            guard !cancellation.isCancelled else { throw .cancelled }
            let message = Swift.withUnsafeBytes(of: output.message) { Array($0.prefix { $0 != 0 }) }
            throw .codec(String(decoding: message, as: UTF8.self))
        }
        let allocation = WipedAllocation(
            adopting: bytes,
            byteCount: output.capacity,
            writtenByteCount: output.count
        )
        self.init(allocation, count: output.count)
    }
}
