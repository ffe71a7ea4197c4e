import Foundation

/// For each sample of a scaled axis, the samples of the source that it is the weighted sum of.
///
/// The kernel is Lanczos with three lobes, widened by the scale when a picture is made smaller, as Duchon described it in
/// "Lanczos Filtering in One and Two Dimensions" (1979). Where nothing is scaled, every sum has one term of weight 1.
struct LanczosFilter {
    /// The terms of one sum.
    struct Sum {
        /// Index of the first source sample.
        let first: Int
        /// Weights of the samples from ``first`` on; they add up to 1 and are multiples of 2^-16, so that the last bit of
        /// a machine's `sin` does not reach a pixel.
        let weights: [Float]
    }

    /// One sum for each sample of the target, in order.
    let sums: [Sum]

    /// - Parameters:
    ///   - placement: The stretch of the source and of the target.
    ///   - sourceCount: Samples of the source; what of a kernel lies beyond its ends is left out, and the rest scaled up.
    init(_ placement: AxisPlacement, sourceCount: Int) {
        let scale = placement.sourceLength / Double(placement.target.count)
        let width = max(scale, 1)
        sums = placement.target.indices.map { index in
            let center = placement.sourceStart + (Double(index - placement.target.lowerBound) + 0.5) * scale
            return Self.sum(around: center, width: width, sourceCount: sourceCount)
        }
    }

    private static func sum(around center: Double, width: Double, sourceCount: Int) -> Sum {
        let reach = 3 * width
        // Samples lie half a pixel into their pixels.
        let first = max(Int((center - reach - 0.5).rounded(.up)), 0)
        let last = min(Int((center + reach - 0.5).rounded(.down)), sourceCount - 1)
        let nearest = min(max(Int(center), 0), sourceCount - 1)
        guard first < last else { return Sum(first: nearest, weights: [1]) }

        let raw = (first...last).map { lanczos((Double($0) + 0.5 - center) / width) }
        let total = raw.reduce(0, +)
        var weights = raw.map { ($0 / total * 65_536).rounded() }
        weights[nearest - first] += 65_536 - weights.reduce(0, +)
        let leadingZeros = weights.prefix { $0 == 0 }.count
        let kept = weights.dropFirst(leadingZeros).reversed().drop { $0 == 0 }.reversed()
        return Sum(first: first + leadingZeros, weights: kept.map { Float($0 / 65_536) })
    }

    private static func lanczos(_ distance: Double) -> Double {
        guard distance != 0 else { return 1 }
        // Whole distances are the zeros of the kernel; computed, they would leave a residue.
        guard abs(distance) < 3, distance.rounded() != distance else { return 0 }
        let angle = Double.pi * distance
        return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
    }
}
