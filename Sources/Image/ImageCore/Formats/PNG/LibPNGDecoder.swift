import BoundedWork
import CImageCodecs
import SecureMemory

/// Decoder of one PNG through libpng's row interface.
struct LibPNGDecoder: ~Copyable {
    private let bytes: UnsafeRawBufferPointer
    private let reader: OpaquePointer
    private let cancellation: Cancellation

    /// Takes the whole file, valid until the decoder is released.
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

    consuming func decode(limits: DecodingLimits) throws(DecodingError) -> DecodedImage {
        var header = codec_header()
        guard png_reader_read_header(reader, &header) else { throw failure }
        let size = try limits.check(width: header.width, height: header.height)
        let format: PixelFormat = header.channels == 4 ? .rgba : .rgb
        let color = try ColorReading(ofPNG: bytes, header.grey ? .grey(format) : .rgb(format), cancellation)
        var pixels = try mapError(PixelBuffer(uninitialized: size, format: format), DecodingError.outOfMemory)
        if case .toned(let toneMap) = color, header.depth == 16 {
            try readDeep(into: &pixels, toneMap)
        } else {
            try read(into: &pixels)
            pixels.apply(color, cancellation)
        }
        guard png_reader_finish(reader, &header) else { throw failure }
        let orientation = Orientation(exif: UnsafeBufferPointer(start: header.exif, count: header.exif_size))
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

    private func read(into pixels: inout PixelBuffer) throws(DecodingError) {
        guard png_reader_read_pixels(reader, pixels.mutableRow(0), pixels.rowStride) else {
            pixels.wasWritten(rows: Int(png_reader_written_rows(reader)))
            throw failure
        }
    }

    /// Reads samples of 16 bits, all of which count until light beyond white is reduced.
    private func readDeep(into pixels: inout PixelBuffer, _ toneMap: ToneMap) throws(DecodingError) {
        let (size, channels) = (pixels.size, pixels.format.channels)
        let count = size.width * channels
        let deep = try mapError(WipedBuffer<UInt16>(count: count * size.height), DecodingError.outOfMemory)
        png_reader_keep_16_bits(reader)
        let start = UnsafeMutableRawPointer(deep.base).assumingMemoryBound(to: UInt8.self)
        guard png_reader_read_pixels(reader, start, count * 2) else { throw failure }
        for y in (0..<size.height).whileWanted(cancellation) {
            let (source, target) = (deep.base + y * count, pixels.mutableRow(y))
            for x in stride(from: 0, to: count, by: channels) {
                let color = toneMap.map(SIMD3(source[x], source[x &+ 1], source[x &+ 2]))
                (target[x], target[x &+ 1], target[x &+ 2]) = (color.x, color.y, color.z)
                if channels == 4 { target[x &+ 3] = UInt8(truncatingIfNeeded: source[x &+ 3] &>> 8) }
            }
        }
    }

    private var failure: DecodingError {
        guard !cancellation.isCancelled else { return .cancelled }
        guard !png_reader_is_out_of_memory(reader) else { return .codecOutOfMemory }
        return .corrupt("libpng: \(String(cString: png_reader_message(reader)))")
    }
}
