import SeededRandom

/// Sends every code through the service once and looks up what was observed.
///
/// Nothing has to be known of the style. As the same snapshot always gives the same file, a code is found unless another one
/// gives the very same output, so it is enough to know how often two codes do, and a sample tells that.
struct DictionaryAttack: Sendable {
    private let sample: [Code]
    private let codeLength: Int

    /// - Parameter sampleSize: Codes to send, 2 or more.
    init(codeLength: Int, sampleSize: Int, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        self.sample = generator.codes(sampleSize, length: codeLength)
        self.codeLength = codeLength
    }

    /// The codes that are sent.
    var codes: [Code] { sample }

    /// Counts the pairs of codes that come out the same.
    ///
    /// - Throws: What `channel` throws.
    func run(through channel: @Sendable (Code) throws -> [UInt8]) throws -> Collisions {
        let outputs = Dictionary(grouping: try Parallel.map(sample, channel)) { $0 }
        return Collisions(
            sampleSize: sample.count,
            collidingPairs: outputs.values.reduce(0) { $0 + $1.count * ($1.count - 1) / 2 },
            codeCount: Code.count(length: codeLength)
        )
    }
}
