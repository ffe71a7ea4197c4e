import BoundedWork
import CLibWebP
import SecureMemory

/// Decoder of one WebP through libwebp, slice by slice of the file.
///
/// Chroma of a lossy picture is interpolated, like in `dwebp` and browsers. libwebp checks no cancellation within a slice: some
/// rows, or all of a picture of flat colour.
struct WebPDecoder {
    let size: PixelSize
    let format: PixelFormat
    private let bytes: UnsafeRawBufferPointer

    /// Bytes of the first slices: a few hundred are many rows of flat colour.
    private static let sliceByteCount = 256
    /// Divisor of the bytes before a slice for its size: libwebp reads the tables of a lossless picture from their beginning until
    /// they are whole, which is quadratic for slices of one size.
    private static let growth = 8

    init(_ bytes: UnsafeRawBufferPointer, limits: DecodingLimits) throws(DecodingError) {
        var features = WebPBitstreamFeatures()
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        let status = WebPGetFeatures(start, bytes.count, &features)
        guard status == VP8_STATUS_OK else { throw Self.error(status) }
        guard features.has_animation == 0 else { throw .unsupported("an animated WebP") }
        size = try limits.check(width: UInt32(clamping: features.width), height: UInt32(clamping: features.height))
        format = features.has_alpha != 0 ? .rgba : .rgb
        self.bytes = bytes
    }

    func decode(_ cancellation: Cancellation) throws(DecodingError) -> PixelBuffer {
        var pixels = try mapError(PixelBuffer(uninitialized: size, format: format), DecodingError.outOfMemory)
        var configuration = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&configuration) != 0 else { throw .corrupt("libwebp is of another version") }
        configuration.output.colorspace = format == .rgba ? MODE_RGBA : MODE_RGB
        configuration.output.is_external_memory = 1
        configuration.output.u.RGBA.rgba = pixels.mutableRow(0)
        configuration.output.u.RGBA.stride = Int32(clamping: pixels.rowStride)
        configuration.output.u.RGBA.size = pixels.rowStride * size.height
        let status = decode(&configuration, cancellation)
        guard !cancellation.isCancelled else { throw .cancelled }
        guard status == VP8_STATUS_OK else { throw Self.error(status) }
        return pixels
    }

    /// Hands on more and more of the file, until libwebp has enough.
    private func decode(
        _ configuration: inout WebPDecoderConfig,
        _ cancellation: Cancellation
    ) -> VP8StatusCode {
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        return withUnsafeMutablePointer(to: &configuration) { configuration in
            guard let decoder = WebPIDecode(nil, 0, configuration) else { return VP8_STATUS_OUT_OF_MEMORY }
            defer { WebPIDelete(decoder) }
            var status = VP8_STATUS_SUSPENDED
            var end = 0
            while end < bytes.count, status == VP8_STATUS_SUSPENDED, !cancellation.isCancelled {
                end = min(end + max(end / Self.growth, Self.sliceByteCount), bytes.count)
                status = WebPIUpdate(decoder, start, end)
            }
            return status
        }
    }

    private static func error(_ status: VP8StatusCode) -> DecodingError {
        switch status {
        case VP8_STATUS_OUT_OF_MEMORY: .codecOutOfMemory
        case VP8_STATUS_SUSPENDED, VP8_STATUS_NOT_ENOUGH_DATA: .corrupt("libwebp: the data ends early")
        case VP8_STATUS_UNSUPPORTED_FEATURE: .corrupt("libwebp: an unknown feature")
        default: .corrupt("libwebp: the data is damaged")
        }
    }
}
