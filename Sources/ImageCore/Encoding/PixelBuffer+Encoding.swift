import CImageCodecs
public import SecureMemory

/// Why a picture was not written.
public enum EncodingError: Error, Equatable, CustomStringConvertible {
    /// An edge is longer than the format can say, in pixels.
    case edgeTooLong(PixelSize, limit: Int)
    /// The codec failed, which it does for lack of memory alone; its message.
    case codec(String)

    /// A sentence for whoever asked for the format.
    public var description: String {
        switch self {
        case .edgeTooLong(let size, let limit): "the picture is \(size) pixels; an edge may have at most \(limit)"
        case .codec(let message): "the picture could not be written: \(message)"
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
    /// - Throws: ``EncodingError``.
    public borrowing func encoded(
        _ options: EncodingOptions,
        colorSpace: ColorSpace = .sRGB
    ) throws(EncodingError) -> SecureBytes {
        let longestJPEGEdge = 65_500  // JPEG_MAX_DIMENSION of libjpeg
        guard options.format != .jpeg || max(size.width, size.height) <= longestJPEGEdge else {
            throw .edgeTooLong(size, limit: longestJPEGEdge)
        }
        var image = codec_image()
        image.pixels = row(0)
        image.stride = rowStride
        image.width = UInt32(size.width)
        image.height = UInt32(size.height)
        image.channels = UInt8(format.channels)
        var output = codec_output()
        let written = colorSpace.profile.withUnsafeBufferPointer { profile in
            image.profile = profile.isEmpty ? nil : profile.baseAddress
            image.profile_size = profile.count
            return switch options.format {
            case .png: png_write(&image, options.compression.parameters, &output)
            case .jpeg: jpeg_write(&image, Int32(options.quality), &output)
            }
        }
        guard written, let bytes = output.bytes else {
            let message = withUnsafeBytes(of: &output.message) { Array($0.prefix { $0 != 0 }) }
            throw .codec(String(decoding: message, as: UTF8.self))
        }
        return SecureBytes(WipedAllocation(adopting: bytes, byteCount: output.count), count: output.count)
    }
}

extension EncodingOptions.Compression {
    /// What zlib and libpng are told.
    fileprivate var parameters: png_compression {
        switch self {
        case .fast: png_compression(level: 1, strategy: ZlibStrategy.filtered, filters: PNGFilter.sub)
        case .balanced: png_compression(level: 6, strategy: ZlibStrategy.default, filters: PNGFilter.all)
        case .small: png_compression(level: 9, strategy: ZlibStrategy.default, filters: PNGFilter.all)
        }
    }
}

/// The strategies of zlib's `deflateInit2`.
private enum ZlibStrategy {
    static let `default`: Int32 = 0
    static let filtered: Int32 = 1
}

/// The filter sets of libpng's `png_set_filter`.
private enum PNGFilter {
    static let sub: Int32 = 0x10
    static let all: Int32 = 0xF8
}
