import Foundation

/// How much an observation tells about a code, in bits, from below.
///
/// For any distribution q, `I(code; observation) >= log2(number of codes) + E[log2 q(code | observation)]` where all codes
/// are equally likely (Barber and Agakov, The IM algorithm, 2003). Here q is a softmax of `-error / (2 s²)` over all codes.
/// As q is fitted on other codes than those that it is scored on, the bound does not flatter the attacker.
struct LeakBound: Sendable {
    /// `1 / (2 s²)`.
    let precision: Double
    private let codeCount: Int

    /// Chooses s so that the codes of `spectra` are the likeliest.
    init(fitting spectra: [ErrorSpectrum], codeCount: Int) {
        // The mean is concave in the precision, so a golden-section search over its logarithm finds the only maximum.
        let ratio = (5.0.squareRoot() - 1) / 2
        func score(_ logarithm: Double) -> Double { Self.mean(spectra, precision: exp(logarithm)) }
        var (low, high) = (-40.0, 40.0)
        var (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
        var (leftScore, rightScore) = (score(left), score(right))
        while high - low > 0.01 {
            if leftScore >= rightScore {
                (high, right, rightScore) = (right, left, leftScore)
                left = high - ratio * (high - low)
                leftScore = score(left)
            } else {
                (low, left, leftScore) = (left, right, rightScore)
                right = low + ratio * (high - low)
                rightScore = score(right)
            }
        }
        self.precision = exp((low + high) / 2)
        self.codeCount = codeCount
    }

    /// Bits that the codes of `spectra` leak on the average, 0 or more.
    func bits(_ spectra: [ErrorSpectrum]) -> Double {
        max(0, log2(Double(codeCount)) + Self.mean(spectra, precision: precision))
    }

    private static func mean(_ spectra: [ErrorSpectrum], precision: Double) -> Double {
        spectra.reduce(0) { $0 + $1.log2ProbabilityOfTruth(precision: precision) } / Double(spectra.count)
    }
}
