import Foundation

/// How many codes have which squared error, above the least one: all that a partition function needs to know.
struct ErrorSpectrum: Sendable {
    /// How far the error of the true code is above the least one.
    let excessOfTruth: Double
    private let levels: [Level]

    private struct Level {
        let excess: Double
        let count: Double
    }

    /// - Parameters:
    ///   - errors: By the value of the code; not empty.
    ///   - truth: The code that was sent.
    init(_ errors: [Double], truth: Code) {
        let least = errors.min() ?? 0
        // The leading bits of a positive floating-point number are a logarithmic scale: 128 steps to a factor of two.
        // Rounded down, an error can only make the others likelier, so that a bound on the information stays one.
        let droppedBits = 45
        var counts = [UInt32](repeating: 0, count: 1 << (64 - droppedBits))
        for error in errors { counts[Int((error - least).bitPattern >> droppedBits)] += 1 }
        excessOfTruth = errors[truth.value] - least
        levels = counts.indices.filter { counts[$0] > 0 }.map { step in
            Level(excess: Double(bitPattern: UInt64(step) << droppedBits), count: Double(counts[step]))
        }
    }

    /// The logarithm to base 2 of the probability that a softmax of `-precision * error` gives the true code.
    func log2ProbabilityOfTruth(precision: Double) -> Double {
        let partition = levels.reduce(0) { $0 + $1.count * exp(-precision * $1.excess) }
        return -precision * excessOfTruth * Double.log2e - log2(partition)
    }
}

extension Double {
    /// The logarithm of e to base 2.
    fileprivate static let log2e = M_LOG2E
}
