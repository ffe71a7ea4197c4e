import SeededRandom

@testable import SnapveilAttack

/// A channel that adds up random templates and noise, the same noise for the same code.
struct SyntheticChannel {
    private let gain: Double
    private let noise: Double
    private let templates: [[Double]]
    private let samples: Int

    /// - Parameters:
    ///   - gain: How far a digit moves a sample at the most.
    ///   - noise: Likewise for the noise.
    init(codeLength: Int, samples: Int, gain: Double, noise: Double) {
        var generator = SeededGenerator(seed: 41)
        self.gain = gain
        self.noise = noise
        self.samples = samples
        templates = (0..<codeLength * 10).map { _ in
            (0..<samples).map { _ in Double.random(in: -1...1, using: &generator) }
        }
    }

    /// What comes out for `code`.
    func observation(of code: Code) -> [UInt8] {
        var generator = SeededGenerator(seed: UInt64(code.value))
        return (0..<samples).map { sample in
            let signal = code.digits.enumerated().reduce(0) { $0 + templates[$1.offset * 10 + $1.element][sample] }
            let value = 128 + gain * signal + Double.random(in: -1...1, using: &generator) * noise
            return UInt8(min(max(value.rounded(), 0), 255))
        }
    }
}
