import Foundation

/// How wide the Gaussian is that a picture looks to be blurred with.
///
/// Where an edge is under a Gaussian, the change over a few pixels is a share of that over twice as many; the share tells how
/// wide the Gaussian is. It is asked of the steepest places, at the reduction whose pixels are about as wide as the
/// Gaussian. What is blurred need not be an edge: the estimate for thin strokes is lower than it should be.
enum BlurStrength {
    /// The share that tells the width best: half way between what is smooth at a level, 0.5, and what is sharp, 1.
    private static let decisive = 0.7
    /// A share that tells hardly more than that the width is less than a level can tell.
    private static let leastTelling = 0.54

    /// The standard deviation in pixels; nil if there is nothing that tells it.
    ///
    /// - Parameter softness: Of a picture, away from its sharp detail.
    static func sigma(of softness: Softness) -> Double? {
        let known = softness.steepness.enumerated().compactMap { level, share in share.map { (level: level, share: $0) }
        }
        guard let last = known.last else { return nil }
        let crossing = known.firstIndex { $0.share >= decisive }.map { known[$0] } ?? last
        let before = known.last { $0.level < crossing.level && $0.share >= leastTelling && $0.share < decisive }
        let best =
            [crossing, before ?? crossing].min { abs($0.share - decisive) < abs($1.share - decisive) } ?? crossing
        return sigma(share: best.share, level: best.level)
    }

    /// The standard deviation, in pixels, at which the change at a level is as steep as `share` says; at most what the level can
    /// tell.
    static func sigma(share: Double, level: Int) -> Double {
        let finer = pow(2, Double(level - 1))
        var (low, high) = (0.1 * finer, 4 * finer)
        guard share > Self.share(sigma: high, level: level) else { return high }
        for _ in 0..<30 {
            let middle = (low + high) / 2
            if Self.share(sigma: middle, level: level) > share { low = middle } else { high = middle }
        }
        return low
    }

    /// The change of a blurred edge at the next finer level over that at a level.
    private static func share(sigma: Double, level: Int) -> Double {
        change(sigma: sigma, level: level - 1) / change(sigma: sigma, level: level)
    }

    /// The change over two pixels of a level, of an edge of height 1 under a Gaussian: a pixel of a level is a mean, which widens
    /// the Gaussian by the variance of a square.
    private static func change(sigma: Double, level: Int) -> Double {
        let pixel = pow(2, Double(level))
        let widened = (sigma * sigma + pixel * pixel / 12).squareRoot()
        return erf(pixel / (2.0.squareRoot() * widened))
    }
}
