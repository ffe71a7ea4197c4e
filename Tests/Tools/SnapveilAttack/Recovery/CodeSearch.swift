/// Compares an observation with what a model predicts for every code there is.
///
/// The squared error of a code is a quadratic form of its digits, `|y - b|² - 2 Σ t·(y - b) + Σ Σ t·t'` over the templates
/// t of its digits, so the samples are touched once for each template and not for each code.
struct CodeSearch: Sendable {
    private let model: AdditiveModel
    /// The inner products of the templates, `templateCount` x `templateCount` by rows.
    private let gram: [Double]

    init(_ model: AdditiveModel) {
        self.model = model
        gram = (0..<model.templateCount).flatMap { row in
            let template = model.templates[row * model.sampleCount..<(row + 1) * model.sampleCount]
            return model.correlations(with: Array(template))
        }
    }

    /// The sums of squared differences between `observation` and the prediction for each code, by the value of the code.
    func squaredErrors(of observation: [UInt8]) -> [Double] {
        let residual = zip(observation, model.base).map { Double($0) - $1 }
        let correlations = model.correlations(with: residual)
        // What a digit at a place adds by itself; a 0 adds nothing.
        var terms = [Double](repeating: 0, count: model.codeLength * 10)
        for place in 0..<model.codeLength {
            for digit in 1...9 {
                let row = AdditiveModel.templateIndex(place: place, digit: digit)
                terms[place * 10 + digit] = gram[row * model.templateCount + row] - 2 * correlations[row]
            }
        }
        var errors: [Double] = []
        errors.reserveCapacity(Code.count(length: model.codeLength))
        appendErrors(to: &errors, from: 0, sum: residual.reduce(0) { $0 + $1 * $1 }, terms: terms)
        return errors
    }

    /// Appends the errors of all codes that continue the digits before `place`.
    ///
    /// - Parameters:
    ///   - sum: What the digits before `place` come to.
    ///   - terms: What each digit adds, given the digits before `place`: ten for `place`, ten for the next one, and on.
    private func appendErrors(to errors: inout [Double], from place: Int, sum: Double, terms: [Double]) {
        guard place < model.codeLength - 1 else {
            for digit in 0..<10 { errors.append(max(0, sum + terms[digit])) }
            return
        }
        var later = Array(terms[10...])
        appendErrors(to: &errors, from: place + 1, sum: sum, terms: later)
        for digit in 1...9 {
            let row = AdditiveModel.templateIndex(place: place, digit: digit) * model.templateCount
            for next in place + 1..<model.codeLength {
                let (target, source) = ((next - place - 1) * 10, row + next * 9 - 1)
                for other in 1...9 {
                    later[target + other] = terms[target + 10 + other] + 2 * gram[source + other]
                }
            }
            appendErrors(to: &errors, from: place + 1, sum: sum + terms[digit], terms: later)
        }
    }
}
