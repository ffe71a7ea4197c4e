import CPixelKernels

/// A Gaussian for narrow blurs of bytes, in whole numbers of 16 bits, of which a vector holds twice as many as of `Float`.
///
/// Samples are in units of 2^-7. What lies at equal distances on either side of the centre is added, then weighed; the
/// centre counts as a pair of itself, with half of its weight.
struct PairKernel {
    /// Weights of the pairs at a distance of 0 and on, in units of 2^-16. They add up to one half.
    let weights: [UInt16]

    /// Bits of a sample after the point.
    static let fractionBits: UInt16 = 7

    init(_ kernel: GaussianKernel) {
        weights = kernel.weights.enumerated().map { UInt16($1 * ($0 == 0 ? 32_768 : 65_536)) }
    }

    /// Taps on either side of the centre.
    var radius: Int { weights.count - 1 }

    /// The weighted sum of ``radius`` rows before a centre, the centre, and ``radius`` rows after it.
    ///
    /// - Parameters:
    ///   - rows: `count` samples each.
    ///   - output: `count` samples.
    func sum(_ rows: [UnsafePointer<UInt16>?], count: Int, into output: UnsafeMutablePointer<UInt16>) {
        precondition(rows.count == 2 * radius + 1, "there is a row for each tap")
        pixels_sum_pairs(rows, weights, radius, output, count)
    }
}
