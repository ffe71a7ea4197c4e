import SeededRandom

/// Tells how far a code is from explaining an observation to the last bit.
///
/// What comes out of a strong blur is smooth, and its rounding to 8 bits is not noise that averages out: it draws contours,
/// and where they run says more than the samples between them. A code whose prediction lies within half a step of every
/// sample may be the one; each sample that does not fit counts against it.
struct RoundingTest: Sendable {
    private let samples: [Int]
    private let base: [Float]
    /// By rows, as in the model, the samples that are looked at alone.
    private let templates: [Float]

    private static let maximumSamples = 4096
    /// Samples between two looks at whether it is worth to go on.
    private static let stride = 64

    /// Looks at random samples of `model`, so that the first of them are as telling as the last.
    init(_ model: AdditiveModel) {
        var generator = SeededGenerator(seed: 1)
        let samples = Array(Array(0..<model.sampleCount).shuffled(using: &generator).prefix(Self.maximumSamples))
        self.samples = samples
        base = samples.map { Float(model.base[$0]) }
        templates = (0..<model.templateCount).flatMap { row in
            samples.map { Float(model.templates[row * model.sampleCount + $0]) }
        }
    }

    /// The `count` codes of `candidates` that violate `observation` least, the best first.
    func best(_ count: Int, of candidates: [Code], given observation: [UInt8]) -> [Code] {
        let expected = zip(samples, base).map { Float(observation[$0]) - $1 }
        var best: [(code: Code, violation: Float)] = []
        for code in candidates {
            let limit = best.count == count ? best[count - 1].violation : .infinity
            let violation = violation(of: code, expected: expected, limit: limit)
            guard violation < limit else { continue }
            let position = best.firstIndex { $0.violation > violation } ?? best.count
            best.insert((code, violation), at: position)
            if best.count > count { best.removeLast() }
        }
        return best.map(\.code)
    }

    /// The sum over the samples of the squared distance by which the prediction rounds to another value. Given up where it
    /// reaches `limit`.
    private func violation(of code: Code, expected: [Float], limit: Float) -> Float {
        let rows = code.digits.enumerated().filter { $0.element != 0 }
            .map { AdditiveModel.templateIndex(place: $0.offset, digit: $0.element) * samples.count }
        var sum: Float = 0
        return expected.withUnsafeBufferPointer { expected in
            templates.withUnsafeBufferPointer { templates in
                var start = 0
                while start < samples.count, sum < limit {
                    let end = min(start + Self.stride, samples.count)
                    for sample in start..<end {
                        var rest = expected[sample]
                        for row in rows { rest -= templates[row &+ sample] }
                        let excess = max(0, abs(rest) - 0.5)
                        sum += excess * excess
                    }
                    start = end
                }
                return sum
            }
        }
    }
}
