import BoundedWork
import CImageCodecs
import CPixelKernels
import SecureMemory

/// Writer of a baseline JPEG that holds pixels, a profile if there is one, and nothing else.
struct JPEGWriter {
    /// 1 to 100, to which libjpeg clamps others.
    let quality: Int
    let profile: [UInt8]

    /// Pixels of the longest edge that libjpeg writes: its `JPEG_MAX_DIMENSION`.
    static let longestEdge = 65_500

    func file(of picture: borrowing PixelBuffer, _ cancellation: Cancellation) throws(EncodingError) -> SecureBytes {
        let encoder = try encoder(picture.size, picture.format == .rgba ? JPEG_FROM_RGBA : JPEG_FROM_RGB, cancellation)
        try encoder.write(picture.row(0), stride: picture.rowStride, count: picture.size.height)
        return try encoder.file()
    }

    /// An encoder for a picture of `size`, which takes what `samples` says.
    func encoder(
        _ size: PixelSize,
        _ samples: jpeg_samples,
        _ cancellation: Cancellation
    ) throws(EncodingError) -> JPEGEncoder {
        try size.check(longestEdge: Self.longestEdge)
        let encoder = try JPEGEncoder(cancellation)
        var picture = jpeg_picture()
        picture.width = UInt32(size.width)
        picture.height = UInt32(size.height)
        picture.samples = samples
        picture.quality = Int32(clamping: quality)
        try encoder.start(picture, profile)
        return encoder
    }
}

/// The writing of a JPEG, as its rows come.
struct JPEGEncoder: ~Copyable {
    private let writer: OpaquePointer
    private let cancellation: Cancellation

    fileprivate init(_ cancellation: Cancellation) throws(EncodingError) {
        guard let writer = jpeg_writer_create(codec_cancellation(cancellation)) else {
            throw .outOfMemory(.unknown)
        }
        self.writer = writer
        self.cancellation = cancellation
    }

    deinit {
        jpeg_writer_destroy(writer)
    }

    fileprivate func start(_ picture: consuming jpeg_picture, _ profile: [UInt8]) throws(EncodingError) {
        var picture = picture
        let hasStarted = profile.withUnsafeBufferPointer { profile in
            picture.profile = profile.isEmpty ? nil : profile.baseAddress
            picture.profile_size = profile.count
            return jpeg_writer_start(writer, &picture)
        }
        guard hasStarted else { throw failure }
    }

    /// Writes the next `count` rows, `stride` bytes apart.
    func write(_ rows: UnsafePointer<UInt8>, stride: Int, count: Int) throws(EncodingError) {
        guard jpeg_writer_write_rows(writer, rows, stride, UInt32(count)) else { throw failure }
    }

    /// Writes the next rows, those of the strip.
    func write(_ strip: borrowing PlaneStrip) throws(EncodingError) {
        guard jpeg_writer_write_planes(writer, strip.luma, strip.blue, strip.red) else { throw failure }
    }

    /// The file, once all rows are written. Called once.
    func file() throws(EncodingError) -> SecureBytes {
        var output = codec_output()
        guard jpeg_writer_finish(writer, &output), let file = SecureBytes(output) else { throw failure }
        return file
    }

    private var failure: EncodingError {
        guard !cancellation.isCancelled else { return .cancelled }
        return .codec(String(cString: jpeg_writer_message(writer)))
    }
}

/// The writing of a JPEG from its coefficients, as they come to be final.
struct CoefficientWriter: ~Copyable {
    private let writer: OpaquePointer
    /// Asked while coefficients are written.
    private let cancellation: Cancellation

    /// Writes coefficients that outlive this value. `estimate` is the number of bytes that the file is likely to have.
    init(
        _ components: [jpeg_component],
        _ size: PixelSize,
        profile: [UInt8],
        estimate: Int,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) {
        let (width, height) = (UInt32(size.width), UInt32(size.height))
        let writer = profile.withUnsafeBufferPointer { profile in
            let start = profile.isEmpty ? nil : profile.baseAddress
            return coefficient_writer_create(
                width,
                height,
                components,
                start,
                profile.count,
                estimate,
                codec_cancellation(cancellation)
            )
        }
        guard let writer else { throw .unknown }
        self.writer = writer
        self.cancellation = cancellation
    }

    deinit {
        coefficient_writer_destroy(writer)
    }

    /// Writes the next `unitRowCount` rows of minimum coded units; stops if they are beyond what baseline can hold,
    /// or nobody waits for them.
    func write(_ unitRowCount: Int) throws(RepaintingStop) {
        switch coefficient_writer_write(writer, UInt32(unitRowCount)) {
        case COEFFICIENTS_WRITTEN: return
        case COEFFICIENTS_OUT_OF_MEMORY: throw .outOfMemory(.unknown)
        default: throw .stopped
        }
    }

    /// The file, once all coefficients are written. Called once.
    func file() throws(RepaintingStop) -> SecureBytes {
        var output = codec_output()
        guard coefficient_writer_finish(writer, &output), let file = SecureBytes(output) else {
            throw .outOfMemory(.unknown)
        }
        return file
    }
}

extension SecureBytes {
    init?(_ output: codec_output) {
        guard let bytes = output.bytes else { return nil }
        let allocation = WipedAllocation(
            adopting: bytes,
            byteCount: output.capacity,
            writtenByteCount: output.count
        )
        self.init(allocation, count: output.count)
    }
}

/// Conversion between samples of one component and quantised coefficients.
struct JPEGQuantizer {
    private let steps: [Float]
    private let reciprocals: [Float]

    /// Nil if a quantisation step is 0, which no encoder writes.
    init?(_ component: jpeg_component) {
        let steps = withUnsafeBytes(of: component.steps) { Array($0.bindMemory(to: UInt16.self)) }
        guard steps.count == 64, steps.allSatisfy({ $0 > 0 }) else { return nil }
        self.steps = steps.map { Float($0) }
        self.reciprocals = steps.map { 1 / Float($0) }
    }

    var meanStep: Double { Double(steps[0]) }

    /// Writes the samples of a block of 64 coefficients, 0 to 255: 8 rows of 8, `stride` apart.
    func decode(_ block: UnsafePointer<Int16>, into samples: UnsafeMutablePointer<UInt8>, stride: Int) {
        dct_decode_block(block, steps, samples, stride)
    }

    /// Writes the 64 coefficients of a block of samples: 8 rows of 8, `stride` apart.
    func encode(_ samples: UnsafePointer<UInt8>, stride: Int, into block: UnsafeMutablePointer<Int16>) {
        dct_encode_block(samples, stride, reciprocals, block)
    }

    func encode(flat sample: UInt8, into block: UnsafeMutablePointer<Int16>) {
        block.update(repeating: 0, count: 64)
        // The transform is orthonormal: the lowest frequency is 8 times the mean.
        block[0] = Int16(((Float(sample) - 128) * 8 * reciprocals[0]).rounded(.toNearestOrEven))
    }
}
