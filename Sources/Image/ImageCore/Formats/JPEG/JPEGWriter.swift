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
        try picture.size.check(longestEdge: Self.longestEdge)
        var image = codec_image()
        image.pixels = picture.row(0)
        image.stride = picture.rowStride
        image.width = UInt32(picture.size.width)
        image.height = UInt32(picture.size.height)
        image.channels = UInt8(picture.format.channels)
        var output = codec_output()
        let written = profile.withUnsafeBufferPointer { profile in
            image.profile = profile.isEmpty ? nil : profile.baseAddress
            image.profile_size = profile.count
            return jpeg_write(&image, Int32(clamping: quality), codec_cancellation(cancellation), &output)
        }
        return try SecureBytes(output, written: written, cancellation)
    }
}

extension SecureBytes {
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
