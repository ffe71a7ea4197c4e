import CImageCodecs
import CPixelKernels

/// Converts between samples of one component and quantised coefficients.
struct JPEGQuantizer {
    /// The quantisation step of each of the 64 coefficients.
    private let steps: [Float]
    /// One over each of the steps.
    private let reciprocals: [Float]

    /// Nil if a quantisation step is 0, which no encoder writes.
    init?(_ component: jpeg_component) {
        let steps = withUnsafeBytes(of: component.steps) { Array($0.bindMemory(to: UInt16.self)) }
        guard steps.count == 64, steps.allSatisfy({ $0 > 0 }) else { return nil }
        self.steps = steps.map { Float($0) }
        self.reciprocals = steps.map { 1 / Float($0) }
    }

    /// The quantisation step of the first coefficient, which stands for the mean of a block.
    var meanStep: Double { Double(steps[0]) }

    /// Writes the samples of a block, 0 to 255.
    ///
    /// - Parameters:
    ///   - block: 64 coefficients.
    ///   - samples: 8 rows of 8, `stride` apart.
    func decode(_ block: UnsafePointer<Int16>, into samples: UnsafeMutablePointer<UInt8>, stride: Int) {
        dct_decode_block(block, steps, samples, stride)
    }

    /// Writes the coefficients of a block.
    ///
    /// - Parameters:
    ///   - samples: 8 rows of 8, `stride` apart.
    ///   - block: 64 coefficients.
    func encode(_ samples: UnsafePointer<UInt8>, stride: Int, into block: UnsafeMutablePointer<Int16>) {
        dct_encode_block(samples, stride, reciprocals, block)
    }

    /// Writes the coefficients of a block whose samples all are `sample`.
    func encode(flat sample: UInt8, into block: UnsafeMutablePointer<Int16>) {
        block.update(repeating: 0, count: 64)
        // The transform is orthonormal: the lowest frequency is 8 times the mean.
        block[0] = Int16(((Float(sample) - 128) * 8 * reciprocals[0]).rounded(.toNearestOrEven))
    }
}
