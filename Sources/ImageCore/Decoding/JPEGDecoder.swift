import BoundedWork
import CImageCodecs
import SecureMemory

/// Decodes one JPEG through libjpeg-turbo.
struct JPEGDecoder: ~Copyable {
    private let bytes: UnsafeRawBufferPointer
    /// Of `CImageCodecs`.
    let reader: OpaquePointer

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
        let header = try readHeader(limits: limits)
        try JPEGStructure(bytes).check()
        return ImageHeader(
            format: .jpeg,
            size: header.size,
            pixelFormat: .rgb,
            grid: header.orientation.applied(to: header.storedGrid, storedSize: header.storedSize),
            colorSpace: header.colorSpace
        )
    }

    /// Reads the header and checks it against `limits`.
    ///
    /// - Parameter color: What is known to be asked for by the profile of this file; nil to find out.
    func readHeader(limits: DecodingLimits, color: ColorReading? = nil) throws(DecodingError) -> JPEGHeader {
        var header = codec_header()
        guard jpeg_reader_read_header(reader, &header) else { throw failure }
        let model: ColorReading.Model = header.grey ? .grey(.rgb) : header.channels == 4 ? .cmyk : .rgb(.rgb)
        let reading = if let color { color } else { try colorReading(of: model) }
        return try JPEGHeader(header, color: reading, layout: JPEGLayout(reader), limits: limits)
    }

    /// Reads the header, checks it against `limits`, then reads the pixels.
    ///
    /// - Parameters:
    ///   - limits: Checked against the header.
    ///   - color: What is known to be asked for by the profile of this file; nil to find out.
    ///   - cancellation: Whether the picture is still wanted.
    consuming func decode(
        limits: DecodingLimits,
        color: ColorReading? = nil,
        cancellation: Cancellation = Cancellation()
    ) throws(DecodingError) -> DecodedImage {
        let header = try readHeader(limits: limits, color: color)
        var pixels = try PixelBuffer.forDecoding(header.storedSize, format: .rgb)
        if header.hasInks {
            try readInks(into: &pixels, header.color, cancellation)
        } else {
            try readRows(into: &pixels, cancellation)
        }
        guard jpeg_reader_finish(reader) else { throw failure }
        pixels.apply(header.color)
        return try DecodedImage(
            stored: pixels,
            format: .jpeg,
            grid: header.storedGrid,
            orientation: header.orientation,
            colorSpace: header.color.space
        )
    }

    /// Reads the pixels of a picture without inks, `factor` x `factor` averaged to one, once its header is read.
    ///
    /// - Parameters:
    ///   - factor: 2, 4 or 8.
    ///   - cancellation: Whether the picture is still wanted.
    consuming func decode(
        reducedBy factor: Int,
        cancellation: Cancellation = Cancellation()
    ) throws(DecodingError) -> PixelBuffer {
        var (width, height) = (UInt32(0), UInt32(0))
        guard jpeg_reader_reduce(reader, Int32(factor), &width, &height) else { throw failure }
        guard let size = PixelSize(width: Int(width), height: Int(height)) else { throw .corrupt("it has no pixels") }
        var pixels = try PixelBuffer.forDecoding(size, format: .rgb)
        try readRows(into: &pixels, cancellation)
        guard jpeg_reader_finish(reader) else { throw failure }
        return pixels
    }

    private func readRows(into pixels: inout PixelBuffer, _ cancellation: Cancellation) throws(DecodingError) {
        for y in 0..<pixels.size.height {
            guard !cancellation.isCancelled else { throw .cancelled }
            guard jpeg_reader_read_row(reader, pixels.mutableRow(y)) else { throw failure }
        }
    }

    /// What the profile asks for that stands before the pixels.
    private func colorReading(of model: ColorReading.Model) throws(DecodingError) -> ColorReading {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard jpeg_reader_read_profile(reader, &bytes, &count), let bytes else {
            guard !jpeg_reader_is_out_of_memory(reader) else { throw failure }
            return .unchanged(.sRGB)
        }
        let allocation = WipedAllocation(adopting: bytes, byteCount: count, writtenByteCount: count)
        let profile = SecureBytes(allocation, count: count)
        do {
            return try ColorReading([.profile(profile)], of: model)
        } catch {
            throw .outOfMemory(error)
        }
    }

    private func readInks(
        into pixels: inout PixelBuffer,
        _ color: ColorReading,
        _ cancellation: Cancellation
    ) throws(DecodingError) {
        guard let oneRow = PixelSize(width: pixels.size.width, height: 1) else { return }
        var inks = try PixelBuffer.forDecoding(oneRow, format: .rgba)
        for y in 0..<pixels.size.height {
            guard !cancellation.isCancelled else { throw .cancelled }
            guard jpeg_reader_read_row(reader, inks.mutableRow(0)) else { throw failure }
            if case .cmyk(let transform) = color {
                transform.convert(inks.row(0), to: pixels.mutableRow(y), count: pixels.size.width)
            } else {
                Self.convert(inks.row(0), to: pixels.mutableRow(y), count: pixels.size.width)
            }
        }
    }

    /// Converts `count` pixels of four inks to RGB, as if each ink took its share of the light.
    ///
    /// 255 stands for no ink, as Adobe writes it, whether the marker of Adobe is there or not: so it is seen in Chrome and
    /// Firefox, and read by Pillow.
    private static func convert(
        _ inks: UnsafePointer<UInt8>,
        to samples: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        for x in 0..<count {
            let paper = UInt32(inks[x &* 4 &+ 3])
            for channel in 0..<3 {
                let light = UInt32(inks[x &* 4 &+ channel])
                samples[x &* 3 &+ channel] = UInt8(truncatingIfNeeded: (light &* paper &+ 127) / 255)
            }
        }
    }

    /// What libjpeg said last.
    var failure: DecodingError {
        guard !jpeg_reader_is_out_of_memory(reader) else { return .codecOutOfMemory }
        return .corrupt("libjpeg: \(String(cString: jpeg_reader_message(reader)))")
    }
}
