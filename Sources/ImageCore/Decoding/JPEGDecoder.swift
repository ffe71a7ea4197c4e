import CImageCodecs
import SecureMemory

/// Decodes one JPEG through libjpeg-turbo.
struct JPEGDecoder: ~Copyable {
    private let bytes: UnsafeRawBufferPointer
    private let reader: OpaquePointer

    /// - Parameters:
    ///   - bytes: The whole file, valid until the decoder is released.
    ///   - maximumScans: Most scans of a progressive file.
    init(_ bytes: UnsafeRawBufferPointer, maximumScans: Int) throws(DecodingError) {
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        guard let reader = jpeg_reader_create(start, bytes.count, Int32(clamping: maximumScans)) else {
            throw .codecOutOfMemory
        }
        self.bytes = bytes
        self.reader = reader
    }

    deinit {
        jpeg_reader_destroy(reader)
    }

    /// Reads the header, checks it against `limits`, then walks through the rest of the file without decoding it.
    consuming func header(limits: DecodingLimits) throws(DecodingError) -> ImageHeader {
        var header = codec_header()
        guard jpeg_reader_read_header(reader, &header) else { throw failure }
        let size = try limits.check(width: header.width, height: header.height)
        try JPEGStructure(bytes).check()
        return ImageHeader(
            format: .jpeg,
            storedSize: size,
            pixelFormat: .rgb,
            grid: BlockGrid(width: Int(header.mcu_width), height: Int(header.mcu_height)),
            orientation: Orientation(exif: UnsafeBufferPointer(start: header.exif, count: header.exif_size)),
            colorSpace: try colorReading(of: Self.model(header)).space
        )
    }

    /// Reads the header, checks it against `limits`, then reads the pixels.
    consuming func decode(limits: DecodingLimits) throws(DecodingError) -> DecodedImage {
        var header = codec_header()
        guard jpeg_reader_read_header(reader, &header) else { throw failure }
        let size = try limits.check(width: header.width, height: header.height)
        let orientation = Orientation(exif: UnsafeBufferPointer(start: header.exif, count: header.exif_size))
        let color = try colorReading(of: Self.model(header))

        var pixels = try PixelBuffer.forDecoding(size, format: .rgb)
        if header.channels == 4 {
            try readCMYK(into: &pixels, inverted: header.inverted_cmyk, color)
        } else {
            for y in 0..<size.height {
                guard jpeg_reader_read_row(reader, pixels.mutableRow(y)) else { throw failure }
            }
        }
        guard jpeg_reader_finish(reader) else { throw failure }
        pixels.apply(color)
        let grid = BlockGrid(width: Int(header.mcu_width), height: Int(header.mcu_height))
        return try DecodedImage(
            stored: pixels,
            format: .jpeg,
            grid: grid,
            orientation: orientation,
            colorSpace: color.space
        )
    }

    private static func model(_ header: codec_header) -> ColorReading.Model {
        if header.grey { return .grey(.rgb) }
        return header.channels == 4 ? .cmyk(inverted: header.inverted_cmyk) : .rgb(.rgb)
    }

    /// What the profile asks for that stands before the pixels.
    private func colorReading(of model: ColorReading.Model) throws(DecodingError) -> ColorReading {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard jpeg_reader_read_profile(reader, &bytes, &count), let bytes else { return .unchanged(.sRGB) }
        let profile = SecureBytes(WipedAllocation(adopting: bytes, byteCount: count), count: count)
        do {
            return try ColorReading([.profile(profile)], of: model)
        } catch {
            throw .outOfMemory(error)
        }
    }

    private func readCMYK(
        into pixels: inout PixelBuffer,
        inverted: Bool,
        _ color: ColorReading
    ) throws(DecodingError) {
        guard let oneRow = PixelSize(width: pixels.size.width, height: 1) else { return }
        var inks = try PixelBuffer.forDecoding(oneRow, format: .rgba)
        for y in 0..<pixels.size.height {
            guard jpeg_reader_read_row(reader, inks.mutableRow(0)) else { throw failure }
            if case .cmyk(let transform) = color {
                transform.convert(inks.row(0), to: pixels.mutableRow(y), count: pixels.size.width)
            } else {
                Self.convert(inks.row(0), to: pixels.mutableRow(y), count: pixels.size.width, inverted: inverted)
            }
        }
    }

    /// Converts `count` pixels of four inks to RGB, as if each ink took its share of the light.
    private static func convert(
        _ inks: UnsafePointer<UInt8>,
        to samples: UnsafeMutablePointer<UInt8>,
        count: Int,
        inverted: Bool
    ) {
        let flip: UInt8 = inverted ? 0 : 255
        for x in 0..<count {
            let paper = UInt32(inks[x &* 4 &+ 3] ^ flip)
            for channel in 0..<3 {
                let light = UInt32(inks[x &* 4 &+ channel] ^ flip)
                samples[x &* 3 &+ channel] = UInt8(truncatingIfNeeded: (light &* paper &+ 127) / 255)
            }
        }
    }

    private var failure: DecodingError {
        guard !jpeg_reader_is_out_of_memory(reader) else { return .codecOutOfMemory }
        return .corrupt("libjpeg: \(String(cString: jpeg_reader_message(reader)))")
    }
}
