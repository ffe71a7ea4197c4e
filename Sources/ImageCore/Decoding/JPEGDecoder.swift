import BoundedWork
import CImageCodecs
import SecureMemory

/// Decodes one JPEG through libjpeg-turbo.
struct JPEGDecoder: ~Copyable {
    private let bytes: UnsafeRawBufferPointer
    private let limits: DecodingLimits
    /// Whether the picture is still wanted. libjpeg asks for each row of blocks, and for each half a kilobyte of the file.
    let cancellation: Cancellation
    /// Of `CImageCodecs`.
    let reader: OpaquePointer

    /// Rows that are read at a time: those of the tallest minimum coded unit of common files.
    private static let rowsOfStep = 16

    /// - Parameters:
    ///   - bytes: The whole file, valid until the decoder is released.
    ///   - limits: Checked against the header.
    ///   - cancellation: Whether the picture is still wanted.
    init(
        _ bytes: UnsafeRawBufferPointer,
        limits: DecodingLimits,
        cancellation: Cancellation
    ) throws(DecodingError) {
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        let scans = Int32(clamping: limits.maximumScans)
        guard let reader = jpeg_reader_create(start, bytes.count, scans, codec_cancellation(cancellation)) else {
            throw .codecOutOfMemory
        }
        self.bytes = bytes
        self.limits = limits
        self.cancellation = cancellation
        self.reader = reader
    }

    deinit {
        jpeg_reader_destroy(reader)
    }

    /// Reads the header, checks it against the limits, then walks through the rest of the file without decoding it.
    consuming func header() throws(DecodingError) -> ImageHeader {
        let header = try readHeader()
        try JPEGStructure(bytes, cancellation).check()
        return ImageHeader(
            format: .jpeg,
            size: header.size,
            pixelFormat: .rgb,
            grid: header.orientation.applied(to: header.storedGrid, storedSize: header.storedSize),
            colorSpace: header.colorSpace
        )
    }

    /// Reads the header and checks it against the limits.
    ///
    /// - Parameter color: What is known to be asked for by the profile of this file; nil to find out.
    func readHeader(color: ColorReading? = nil) throws(DecodingError) -> JPEGHeader {
        let metadata = try JPEGMetadata(bytes, cancellation)
        var header = codec_header()
        guard jpeg_reader_read_header(reader, &header) else { throw failure }
        let model: ColorReading.Model = header.grey ? .grey(.rgb) : header.channels == 4 ? .cmyk : .rgb(.rgb)
        let reading = if let color { color } else { try colorReading(of: model, metadata) }
        return try JPEGHeader(
            header,
            orientation: metadata.orientation,
            color: reading,
            layout: JPEGLayout(reader),
            limits: limits
        )
    }

    /// Reads the header, checks it against the limits, then reads the pixels.
    ///
    /// - Parameter color: What is known to be asked for by the profile of this file; nil to find out.
    consuming func decode(color: ColorReading? = nil) throws(DecodingError) -> DecodedImage {
        let header = try readHeader(color: color)
        var pixels = try PixelBuffer.forDecoding(header.storedSize, format: .rgb)
        if header.hasInks {
            try readInks(into: &pixels, header.color)
        } else {
            try readRows(into: &pixels)
        }
        guard jpeg_reader_finish(reader) else { throw failure }
        pixels.apply(header.color, cancellation)
        return try DecodedImage(
            stored: pixels,
            format: .jpeg,
            grid: header.storedGrid,
            orientation: header.orientation,
            colorSpace: header.color.space,
            cancellation: cancellation
        )
    }

    /// Reads the pixels of a picture without inks, `factor` x `factor` averaged to one, once its header is read.
    ///
    /// - Parameter factor: 2, 4 or 8.
    consuming func decode(reducedBy factor: Int) throws(DecodingError) -> PixelBuffer {
        var (width, height) = (UInt32(0), UInt32(0))
        guard jpeg_reader_reduce(reader, Int32(factor), &width, &height) else { throw failure }
        guard let size = PixelSize(width: Int(width), height: Int(height)) else { throw .corrupt("it has no pixels") }
        var pixels = try PixelBuffer.forDecoding(size, format: .rgb)
        try readRows(into: &pixels)
        guard jpeg_reader_finish(reader) else { throw failure }
        return pixels
    }

    private func readRows(into pixels: inout PixelBuffer) throws(DecodingError) {
        let (height, stride) = (pixels.size.height, pixels.rowStride)
        for y in Swift.stride(from: 0, to: height, by: Self.rowsOfStep) {
            let count = UInt32(min(Self.rowsOfStep, height - y))
            guard jpeg_reader_read_rows(reader, pixels.mutableRow(y), stride, count) else { throw failure }
        }
    }

    /// What the profile asks for that stands before the pixels.
    private func colorReading(
        of model: ColorReading.Model,
        _ metadata: JPEGMetadata
    ) throws(DecodingError) -> ColorReading {
        do {
            guard let profile = try metadata.profile() else { return .unchanged(.sRGB) }
            return try ColorReading([.profile(profile)], of: model)
        } catch {
            throw .outOfMemory(error)
        }
    }

    private func readInks(into pixels: inout PixelBuffer, _ color: ColorReading) throws(DecodingError) {
        guard let oneRow = PixelSize(width: pixels.size.width, height: 1) else { return }
        var inks = try PixelBuffer.forDecoding(oneRow, format: .rgba)
        for y in 0..<pixels.size.height {
            guard jpeg_reader_read_rows(reader, inks.mutableRow(0), inks.rowStride, 1) else { throw failure }
            if case .cmyk(let transform) = color {
                transform.convert(inks.row(0), to: pixels.mutableRow(y), count: pixels.size.width)
            } else {
                Self.convert(inks.row(0), to: pixels.mutableRow(y), count: pixels.size.width)
            }
        }
    }

    /// Converts `count` pixels of four inks to RGB, as if each ink took its share of the light.
    ///
    /// 255 stands for no ink, as Adobe writes it, whether the marker of Adobe is there or not: so it is seen in Chrome, Firefox
    /// and Safari, and in what is made by Pillow and ImageMagick.
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

    /// Why libjpeg failed last.
    var failure: DecodingError {
        guard !cancellation.isCancelled else { return .cancelled }
        guard !jpeg_reader_is_out_of_memory(reader) else { return .codecOutOfMemory }
        return .corrupt("libjpeg: \(String(cString: jpeg_reader_message(reader)))")
    }
}
