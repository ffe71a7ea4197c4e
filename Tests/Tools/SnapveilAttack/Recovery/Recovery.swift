import Foundation

/// What an attack got out of a channel.
struct Recovery: Sendable, Hashable {
    /// How many codes were attacked.
    let attacked: Int
    /// Of them, the share that was guessed whole, 0 to 1.
    let codeShare: Double
    /// The share of digits that were guessed, 0 to 1; blind guessing gets 0.1.
    let digitShare: Double
    /// Bits that an observation tells about its code, at the least.
    let leakedBits: Double

    /// Scores `guesses` against `targets`, of which there is at least one.
    ///
    /// - Parameter rankedBits: What the ranking of the codes tells at the least.
    init(targets: [Code], guesses: [Code], rankedBits: Double) {
        let pairs = zip(targets, guesses)
        let digits = pairs.reduce(0) { $0 + $1.0.commonDigits(with: $1.1) }
        self.attacked = targets.count
        let codeShare = Double(pairs.count { $0 == $1 }) / Double(targets.count)
        self.codeShare = codeShare
        self.digitShare = Double(digits) / Double(targets.reduce(0) { $0 + $1.length })
        self.leakedBits = max(
            rankedBits,
            Self.bits(ofShare: codeShare, codeCount: Code.count(length: targets[0].length))
        )
    }

    /// What guessing a share of the codes right proves to be known of them, in bits: Fano's inequality.
    private static func bits(ofShare share: Double, codeCount: Int) -> Double {
        let entropy = [share, 1 - share].filter { $0 > 0 }.reduce(0) { $0 - $1 * log2($1) }
        return max(0, log2(Double(codeCount)) - entropy - (1 - share) * log2(Double(codeCount - 1)))
    }
}
