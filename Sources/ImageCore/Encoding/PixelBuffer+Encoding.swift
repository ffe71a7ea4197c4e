public import BoundedWork
import CImageCodecs
public import SecureMemory

/// Why a picture was not written.
public enum EncodingError: Error, Equatable, CustomStringConvertible {
    /// An edge is longer than the format can say, in pixels.
    case edgeTooLong(PixelSize, limit: Int)
    /// The codec failed, which it does for lack of memory alone; its message.
    case codec(String)
    /// Nobody waits for the file any more.
    case cancelled

    /// The file was not finished.
    init(_ failure: WorkFailure) {
        switch failure {
        case .outOfMemory(let error): self = .codec(error.description)
        case .cancelled: self = .cancelled
        }
    }

    /// A sentence for whoever asked for the format.
    public var description: String {
        switch self {
        case .edgeTooLong(let size, let limit): "the picture is \(size) pixels; an edge may have at most \(limit)"
        case .codec(let message): "the picture could not be written: \(message)"
        case .cancelled: "the work was cancelled"
        }
    }
}

extension PixelBuffer {
    /// The picture as a new file that holds pixels and nothing else: no metadata, no thumbnail, and a profile, of our own,
    /// only where the space is not sRGB.
    ///
    /// JPEG has no alpha: ``flatten(over:)`` the picture first, or the colour of translucent pixels is written as it is.
    ///
    /// - Parameters:
    ///   - options: The format and its settings.
    ///   - colorSpace: What the samples stand for.
    ///   - work: How many threads may work at a time, on which the bytes do not depend, and whether they are still wanted.
    /// - Throws: ``EncodingError``.
    public borrowing func encoded(
        _ options: EncodingOptions,
        colorSpace: ColorSpace = .sRGB,
        work: WorkContext = WorkContext()
    ) throws(EncodingError) -> SecureBytes {
        let longestEdge =
            switch options.format {
            case .png: PNGWriter.longestEdge
            case .jpeg: 65_500  // JPEG_MAX_DIMENSION of libjpeg
            }
        guard max(size.width, size.height) <= longestEdge else {
            throw .edgeTooLong(size, limit: longestEdge)
        }
        switch options.format {
        case .png:
            let writer = PNGWriter(compression: options.compression, work: work, profile: colorSpace.profile)
            do {
                return try work.cancellation.finish { () throws(OutOfMemory) in try writer.write(self) }
            } catch {
                throw EncodingError(error)
            }
        case .jpeg:
            return try encodedAsJPEG(quality: options.quality, profile: colorSpace.profile, work.cancellation)
        }
    }

    private borrowing func encodedAsJPEG(
        quality: Int,
        profile: [UInt8],
        _ cancellation: Cancellation
    ) throws(EncodingError) -> SecureBytes {
        var image = codec_image()
        image.pixels = row(0)
        image.stride = rowStride
        image.width = UInt32(size.width)
        image.height = UInt32(size.height)
        image.channels = UInt8(format.channels)
        var output = codec_output()
        let written = profile.withUnsafeBufferPointer { profile in
            image.profile = profile.isEmpty ? nil : profile.baseAddress
            image.profile_size = profile.count
            return jpeg_write(&image, Int32(quality), codec_cancellation(cancellation), &output)
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
