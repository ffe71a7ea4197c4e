import Foundation

/// For each sample of a scaled axis, the samples of the source that it is the weighted sum of.
///
/// The kernel is Lanczos with three lobes, widened by the scale when a picture is made smaller, as Duchon described it in
/// "Lanczos Filtering in One and Two Dimensions" (1979).
struct LanczosFilter {
    /// For each sum, the index of the first source sample.
    let firsts: [Int]
    /// Terms of each sum, an even number. The last ones may weigh nothing and lie beyond the end of the source.
    let termCount: Int
    /// For each sum ``termCount`` weights, of the samples from the first on, in units of 2^-14: they add up to 16 384. As
    /// whole numbers, so that the last bit of a machine's `sin` does not reach a pixel.
    let weights: [Int16]

    /// - Parameters:
    ///   - placement: The stretch of the source and of the target.
    ///   - sourceCount: Samples of the source; what of a kernel lies beyond its ends is left out, and the rest scaled up.
    init(_ placement: AxisPlacement, sourceCount: Int) {
        let scale = placement.sourceLength / Double(placement.target.count)
        let width = max(scale, 1)
        let sums = placement.target.indices.map { index in
            let center = placement.sourceStart + (Double(index - placement.target.lowerBound) + 0.5) * scale
            return Self.sum(around: center, width: width, sourceCount: sourceCount)
        }
        let longest = sums.map(\.weights.count).max() ?? 0
        let termCount = longest + longest % 2
        self.firsts = sums.map(\.first)
        self.termCount = termCount
        self.weights = sums.flatMap { $0.weights + Array(repeating: 0, count: termCount - $0.weights.count) }
    }

    private static func sum(
        around center: Double,
        width: Double,
        sourceCount: Int
    ) -> (first: Int, weights: [Int16]) {
        let reach = 3 * width
        // Samples lie half a pixel into their pixels.
        let first = max(Int((center - reach - 0.5).rounded(.up)), 0)
        let last = min(Int((center + reach - 0.5).rounded(.down)), sourceCount - 1)
        let nearest = min(max(Int(center), 0), sourceCount - 1)
        guard first < last else { return (nearest, [one]) }

        let raw = (first...last).map { lanczos((Double($0) + 0.5 - center) / width) }
        let total = raw.reduce(0, +)
        var weights = raw.map { Int16(($0 / total * Double(one)).rounded()) }
        weights[nearest - first] += one - weights.reduce(0, +)
        let leadingZeros = weights.prefix { $0 == 0 }.count
        let kept = weights.dropFirst(leadingZeros).reversed().drop { $0 == 0 }.reversed()
        return (first + leadingZeros, Array(kept))
    }

    /// The weight of all of a sample.
    private static let one: Int16 = 1 << 14

    private static func lanczos(_ distance: Double) -> Double {
        guard distance != 0 else { return 1 }
        // Whole distances are the zeros of the kernel; computed, they would leave a residue.
        guard abs(distance) < 3, distance.rounded() != distance else { return 0 }
        let angle = Double.pi * distance
        return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
    }
}
