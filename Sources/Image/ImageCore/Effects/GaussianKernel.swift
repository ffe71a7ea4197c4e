import CPixelKernels
import Foundation

/// One side of a sampled, normalised Gaussian.
struct GaussianKernel {
    /// The weight of the centre, then of its neighbours; the centre plus twice the others is 1. Multiples of 2^-16, so that the
    /// last bit of a machine's `exp` does not reach a pixel.
    let weights: [Float]

    var radius: Int { weights.count - 1 }

    init(sigma: Double) {
        let radius = max(1, Int((sigma * 4).rounded(.up)))
        let raw = (0...radius).map { exp(-0.5 * pow(Double($0) / sigma, 2)) }
        let total = raw[0] + 2 * raw.dropFirst().reduce(0, +)
        var integers = raw.map { ($0 / total * 65_536).rounded() }
        while integers.count > 1, integers.last == 0 { integers.removeLast() }
        integers[0] = 65_536 - 2 * integers.dropFirst().reduce(0, +)
        weights = integers.map { Float($0 / 65_536) }
    }
}

extension GaussianKernel {
    /// Convolves `count` samples of a row, `channels` to a pixel, with clamped ends: `padded` has `radius` pixels more before and
    /// after it.
    func convolveRow(
        _ padded: UnsafePointer<Float>,
        count: Int,
        channels: Int,
        into output: UnsafeMutablePointer<Float>
    ) {
        weightedSum(count: count, into: output) { distance in
            (padded + (radius - distance) * channels, padded + (radius + distance) * channels)
        }
    }

    /// Sums rows at equal distances before and after a centre, weighted; `pair` returns the two at a distance of 0 to ``radius``.
    @inline(__always)
    func weightedSum(
        count: Int,
        into output: UnsafeMutablePointer<Float>,
        pair: (_ distance: Int) -> (UnsafePointer<Float>, UnsafePointer<Float>)
    ) {
        // Pieces stay in the first-level cache while all taps are added.
        let pieceCount = 1024
        for start in stride(from: 0, to: count, by: pieceCount) {
            let length = min(pieceCount, count - start)
            let target = output + start
            Self.scale(pair(0).0 + start, by: weights[0], into: target, count: length)
            for distance in 1..<weights.count {
                let (before, after) = pair(distance)
                Self.accumulate(before + start, after + start, weight: weights[distance], into: target, count: length)
            }
        }
    }

    private static func scale(
        _ source: UnsafePointer<Float>,
        by weight: Float,
        into target: UnsafeMutablePointer<Float>,
        count: Int
    ) {
        for index in 0..<count { target[index] = source[index] * weight }
    }

    private static func accumulate(
        _ first: UnsafePointer<Float>,
        _ second: UnsafePointer<Float>,
        weight: Float,
        into target: UnsafeMutablePointer<Float>,
        count: Int
    ) {
        for index in 0..<count { target[index] += (first[index] + second[index]) * weight }
    }
}

/// A Gaussian for narrow blurs of bytes, in whole numbers of 16 bits, of which a vector holds twice as many as of `Float`. Samples
/// are in units of 2^-7. Pairs at equal distances are added, then weighed; the centre counts as a pair of itself, with half its
/// weight.
struct PairKernel {
    /// Weights of the pairs at a distance of 0 and on, in units of 2^-16. They add up to one half.
    let weights: [UInt16]

    static let fractionBits: UInt16 = 7

    init(_ kernel: GaussianKernel) {
        weights = kernel.weights.enumerated().map { UInt16($1 * ($0 == 0 ? 32_768 : 65_536)) }
    }

    var radius: Int { weights.count - 1 }

    func sum(_ rows: [UnsafePointer<UInt16>?], count: Int, into output: UnsafeMutablePointer<UInt16>) {
        precondition(rows.count == 2 * radius + 1, "there is a row for each tap")
        pixels_sum_pairs(rows, weights, radius, output, count)
    }
}
