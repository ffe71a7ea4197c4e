import Foundation

/// How often two codes come out the same, and what that leaves of a secret.
struct Collisions: Sendable, Hashable {
    /// Codes that were sent.
    let sampleSize: Int
    /// Pairs of them with one output.
    let collidingPairs: Int
    /// Codes that there are.
    let codeCount: Int

    /// Other codes that share the output of a code on the average, at the most.
    ///
    /// The pairs are counted as rare events: the upper end of a 95 % interval is at `c + 2 √c + 3`, and for none at 3.
    private var sharers: Double {
        let pairs = Double(sampleSize * (sampleSize - 1) / 2)
        let collisions = Double(collidingPairs)
        return (collisions + 2 * collisions.squareRoot() + 3) / pairs * Double(codeCount - 1)
    }

    /// The share of codes that are found, 0 to 1, at the least: of those with one output one is guessed, and the mean of
    /// `1 / (1 + sharers)` is no less than that of the mean (Jensen).
    var codeShare: Double { 1 / (1 + sharers) }

    /// Bits that an output tells about its code, at the least: the entropy of the outputs is no less than their collision
    /// entropy (Rényi, of order 2).
    var leakedBits: Double { max(0, log2(Double(codeCount) * codeShare)) }
}
