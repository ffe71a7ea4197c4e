/// What an attack got out of a channel.
struct Recovery: Sendable, Hashable {
    /// Codes attacked.
    let attacked: Int
    /// Of them, the share that was guessed whole, 0 to 1.
    let codeShare: Double
    /// The share of digits that were guessed, 0 to 1; blind guessing gets 0.1.
    let digitShare: Double
    /// Bits that an observation tells about its code, at the least.
    let leakedBits: Double

    /// Scores `guesses` against `targets`, of which there is at least one.
    init(targets: [Code], guesses: [Code], leakedBits: Double) {
        let pairs = zip(targets, guesses)
        let digits = pairs.reduce(0) { $0 + $1.0.commonDigits(with: $1.1) }
        self.attacked = targets.count
        self.codeShare = Double(pairs.count { $0 == $1 }) / Double(targets.count)
        self.digitShare = Double(digits) / Double(targets.reduce(0) { $0 + $1.length })
        self.leakedBits = leakedBits
    }
}
