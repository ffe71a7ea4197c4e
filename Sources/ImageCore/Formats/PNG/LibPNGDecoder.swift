import BoundedWork
import CImageCodecs
import SecureMemory

/// Decodes one PNG through libpng's row interface.
struct LibPNGDecoder: ~Copyable {
    private let bytes: UnsafeRawBufferPointer
    private let reader: OpaquePointer
    private let cancellation: Cancellation

    /// - Parameters:
    ///   - bytes: The whole file, valid until the decoder is released.
    ///   - cancellation: Whether the picture is still wanted.
    init(_ bytes: UnsafeRawBufferPointer, cancellation: Cancellation = Cancellation()) throws(DecodingError) {
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        guard let reader = png_reader_create(start, bytes.count, codec_cancellation(cancellation)) else {
            throw .codecOutOfMemory
        }
        self.cancellation = cancellation
        self.bytes = bytes
        self.reader = reader
    }

    deinit {
        png_reader_destroy(reader)
    }

    /// Reads the header, checks it against `limits`, then reads the pixels.
    consuming func decode(limits: DecodingLimits) throws(DecodingError) -> DecodedImage {
        var header = codec_header()
        guard png_reader_read_header(reader, &header) else { throw failure }
        let size = try limits.check(width: header.width, height: header.height)
        let format: PixelFormat = header.channels == 4 ? .rgba : .rgb
        let color = try ColorReading(ofPNG: bytes, header.grey ? .grey(format) : .rgb(format), cancellation)
        var pixels = try mapError(PixelBuffer(uninitialized: size, format: format), DecodingError.outOfMemory)
        guard png_reader_read_pixels(reader, pixels.mutableRow(0), pixels.rowStride) else {
            pixels.wasWritten(rows: Int(png_reader_written_rows(reader)))
            throw failure
        }
        guard png_reader_finish(reader, &header) else { throw failure }
        let orientation = Orientation(exif: UnsafeBufferPointer(start: header.exif, count: header.exif_size))
        pixels.apply(color, cancellation)
        pixels.clearInvisibleColor(cancellation)
        return try DecodedImage(
            stored: pixels,
            format: .png,
            grid: .pixels,
            orientation: orientation,
            colorSpace: color.space,
            cancellation: cancellation
        )
    }

    private var failure: DecodingError {
        guard !cancellation.isCancelled else { return .cancelled }
        guard !png_reader_is_out_of_memory(reader) else { return .codecOutOfMemory }
        return .corrupt("libpng: \(String(cString: png_reader_message(reader)))")
    }
}
