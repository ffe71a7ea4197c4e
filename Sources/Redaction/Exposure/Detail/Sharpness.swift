import Foundation
import SecureMemory

/// Places where a picture has detail as fine as a display can show, and where it is only smooth.
///
/// The change over two pixels is compared with the change over four. A drawn edge has all of its height in the first; under a
/// Gaussian of sigma 2 pixels, it has less than two thirds.
struct Sharpness {
    /// For each tile of level 0, whether there is sharp detail in it: 1 or 0.
    let sharp: Tiles<UInt8>
    /// For each level, the tiles with sharp detail, and their neighbours.
    let near: [Tiles<UInt8>]
    let flatShare: Double
    let sharpShare: Double

    /// The least change that counts, of 255: half of that of the faintest fields and lines of interfaces.
    private static let leastChange = 4 * ReducedPixels.unit
    /// Share of the change over four pixels, from which on the change over two is sharp.
    private static let leastShare = 0.65

    init(_ pyramid: borrowing DetailPyramid) throws(OutOfMemory) {
        let (fine, coarse) = (pyramid.changes[0], pyramid.changes[1])
        let (mostFine, mostCoarse) = (try fine.spread(), try coarse.spread())
        let sharp = try Tiles<UInt8>(columns: fine.columns, rows: fine.rows)
        var flatCount = 0
        for index in sharp.indices {
            if max(fine[index], coarse[index]) < Self.leastChange { flatCount += 1 }
            guard fine[index] >= Self.leastChange else { continue }
            // A level less, because samples are rounded.
            let share = Double(mostFine[index] - ReducedPixels.unit) / Double(max(mostCoarse[index], 1))
            if share >= Self.leastShare { sharp[index] = 1 }
        }
        self.sharp = sharp
        sharpShare = Double(sharp.indices.count { sharp[$0] == 1 }) / Double(sharp.indices.count)
        flatShare = Double(flatCount) / Double(sharp.indices.count)
        var near = [try sharp.spread(), try sharp.spread()]
        var level = sharp
        for number in 2...DetailPyramid.levels {
            level = try level.reduced(to: pyramid.changes[number])
            near.append(try level.spread())
        }
        self.near = near
    }
}

/// The slopes of a picture beside its sharp detail, where it was blurred.
struct Softness: Sendable {
    /// For each level, the share of the tiles without sharp detail in which the picture bends; nil where there are none.
    let bentShares: [Double?]
    /// For each level from the second on, the share of the change at that level that is there at the next finer one, where it is
    /// steepest; nil where too little changes.
    let steepness: [Double?]

    /// The least bend that counts, of 255: more than that of rounding to whole samples.
    private static let leastBend = Int16(1.6 * Double(ReducedPixels.unit))
    /// The least change at a level whose steepness counts: the finer the level, the less is rounding evened out.
    private static func leastChange(_ level: Int) -> Int16 {
        (level == 1 ? 24 : level == 2 ? 12 : 6) * ReducedPixels.unit
    }
    /// Share of the tiles with enough change that are less steep.
    private static let quantile = 0.85
    private static let leastCount = 3

    init(_ pyramid: borrowing DetailPyramid, _ sharpness: Sharpness) throws(OutOfMemory) {
        var bentShares: [Double?] = [nil, nil]
        var steepness: [Double?] = [nil]
        for level in 1...DetailPyramid.levels {
            let near = sharpness.near[level]
            let changes = pyramid.changes[level]
            if level > 1 {
                let free = near.indices.filter { near[$0] == 0 }
                let bent = free.count { pyramid.bends[level][$0] >= Self.leastBend }
                bentShares.append(free.isEmpty ? nil : Double(bent) / Double(free.count))
            }
            let coarse = try changes.spread()
            let spread = try pyramid.changes[level - 1].spread()
            let fine = level == 1 ? spread : try spread.reduced(to: changes)
            let shares = changes.indices.filter { near[$0] == 0 && changes[$0] >= Self.leastChange(level) }
                .map { Double(fine[$0]) / Double(coarse[$0]) }.sorted()
            steepness.append(
                shares.count < Self.leastCount
                    ? nil : shares[min(Int(Double(shares.count) * Self.quantile), shares.count - 1)]
            )
        }
        (self.bentShares, self.steepness) = (bentShares, steepness)
    }
}

/// Estimate of the width of the Gaussian that a picture was blurred with.
///
/// At an edge under a Gaussian, the change over a few pixels is a share of that over twice as many, which depends on the width of
/// the Gaussian. It is measured at the steepest places, at the reduction whose pixels are about as wide as the Gaussian. Blurred
/// content need not be an edge: the estimate for thin strokes is too low.
enum BlurStrength {
    /// The most accurate share: half way between smooth at a level, 0.5, and sharp, 1.
    private static let decisive = 0.7
    /// A share that hardly proves more than a width below the level's range.
    private static let leastTelling = 0.54

    /// The standard deviation in pixels, if there is evidence of it away from sharp detail.
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

    /// The standard deviation, in pixels, at which the change at a level is as steep as `share`, within the level's range.
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
