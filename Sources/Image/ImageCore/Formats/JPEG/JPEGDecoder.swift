import BoundedWork
import CImageCodecs
import SecureMemory

struct JPEGDecoder: ~Copyable {
    /// Whether the picture is still wanted: asked for each row of blocks, and each half a kilobyte of the file.
    let cancellation: Cancellation
    let reader: OpaquePointer

    /// Rows that libjpeg reads at a time: those of the tallest minimum coded unit of common files.
    private static let rowsOfStep = 16

    /// Reads the whole file, valid as long as the decoder looks at it, and refuses it over `maximumScans` scans.
    init(
        _ bytes: UnsafeRawBufferPointer,
        maximumScans: Int,
        _ cancellation: Cancellation
    ) throws(DecodingError) {
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        let scans = Int32(clamping: maximumScans)
        guard let reader = jpeg_reader_create(start, bytes.count, scans, codec_cancellation(cancellation)) else {
            throw .codecOutOfMemory
        }
        self.cancellation = cancellation
        self.reader = reader
    }

    deinit {
        jpeg_reader_destroy(reader)
    }

    /// Reads everything before the first scan. The rest is decoded after that, once.
    func readHeader() throws(DecodingError) -> codec_header {
        var header = codec_header()
        guard jpeg_reader_read_header(reader, &header) else { throw failure }
        return header
    }

    /// Reads the stored pixels; inks become RGB, all others have yet to be converted to their colour space.
    consuming func decode(_ header: JPEGHeader) throws(DecodingError) -> PixelBuffer {
        var pixels = try mapError(
            PixelBuffer(uninitialized: header.storedSize, format: .rgb),
            DecodingError.outOfMemory
        )
        if header.hasInks {
            try readInks(into: &pixels, header.color)
        } else {
            try readRows(0..<pixels.size.height, into: pixels.sharedRows)
        }
        return pixels
    }

    /// Makes the rows to come those of a picture of `factor` x `factor` pixels averaged to one, 2, 4 or 8, and returns its size.
    func reduce(by factor: Int) throws(DecodingError) -> PixelSize {
        var (width, height) = (UInt32(0), UInt32(0))
        guard jpeg_reader_reduce(reader, Int32(factor), &width, &height) else { throw failure }
        guard let size = PixelSize(width: Int(width), height: Int(height)) else { throw .corrupt("it has no pixels") }
        return size
    }

    /// Reads the next rows, which `rows` are, of a picture without inks, and what follows its last one.
    func readRows(_ rows: Range<Int>, into pixels: SharedRows) throws(DecodingError) {
        for y in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.rowsOfStep) {
            let count = UInt32(min(Self.rowsOfStep, rows.upperBound - y))
            guard jpeg_reader_read_rows(reader, pixels.row(y), pixels.stride, count) else { throw failure }
        }
        if rows.upperBound == pixels.size.height { try finish() }
    }

    private func finish() throws(DecodingError) {
        guard jpeg_reader_finish(reader) else { throw failure }
    }

    /// Prepares for reading coefficients in place of rows, and reads so many of them that what each counts is known.
    func startCoefficients() throws(DecodingError) {
        guard jpeg_reader_start_coefficients(reader) else { throw failure }
        try readCoefficients(unitRows: 1)
    }

    /// Reads on until the first `unitRows` rows of minimum coded units do not change any more.
    func readCoefficients(unitRows: Int) throws(DecodingError) {
        guard jpeg_reader_read_coefficients(reader, UInt32(unitRows)) else { throw failure }
    }

    /// Gives back rows of coefficients that nobody asks for any more, unless their memory is kept for the next picture.
    func discardCoefficients(unitRows: Range<Int>) {
        jpeg_reader_discard_coefficients(reader, UInt32(unitRows.lowerBound), UInt32(unitRows.count))
    }

    private func readInks(into pixels: inout PixelBuffer, _ color: ColorReading) throws(DecodingError) {
        guard let oneRow = PixelSize(width: pixels.size.width, height: 1) else { return }
        var inks = try mapError(PixelBuffer(uninitialized: oneRow, format: .rgba), DecodingError.outOfMemory)
        for y in 0..<pixels.size.height {
            guard jpeg_reader_read_rows(reader, inks.mutableRow(0), inks.rowStride, 1) else { throw failure }
            if case .cmyk(let transform) = color {
                transform.convert(inks.row(0), to: pixels.mutableRow(y), count: pixels.size.width)
            } else {
                Self.convert(inks.row(0), to: pixels.mutableRow(y), count: pixels.size.width)
            }
        }
        try finish()
    }

    /// Converts `count` pixels of four inks to RGB, each ink taking its share of the light. 255 stands for no ink, by Adobe's
    /// convention, with its marker or without, like in Chrome, Firefox and Safari, and in files of Pillow and ImageMagick.
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

    var failure: DecodingError {
        guard !cancellation.isCancelled else { return .cancelled }
        guard !jpeg_reader_is_out_of_memory(reader) else { return .codecOutOfMemory }
        return .corrupt("libjpeg: \(String(cString: jpeg_reader_message(reader)))")
    }
}
