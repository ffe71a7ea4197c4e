/// What a linear style makes of a code: a base, and for each digit at each place a template that is added to it.
///
/// The base is what comes out for a code of zeros, and a template is the difference that another digit makes at its place.
struct AdditiveModel: Sendable {
    /// Digits of a code.
    let codeLength: Int
    /// Samples of an observation.
    let sampleCount: Int
    /// The observation of the code `000000`.
    let base: [Double]
    /// ``templateCount`` x ``sampleCount``, by rows: the digits 1 to 9 at the first place, then at the second.
    let templates: [Double]

    /// Digits other than 0, at every place.
    var templateCount: Int { 9 * codeLength }

    /// The row of `digit`, 1 to 9, at `place`.
    static func templateIndex(place: Int, digit: Int) -> Int { place * 9 + digit - 1 }

    /// Learns what `observations` tell about `codes`, of which there is at least one, by least squares: the mean over many
    /// codes knows a sample far better than the 8 bits of each.
    init(codes: [Code], observations: [[UInt8]]) {
        let codeLength = codes[0].length
        let sampleCount = observations[0].count
        var regression = LeastSquares(unknowns: 1 + 9 * codeLength, outputs: sampleCount)
        for (code, observation) in zip(codes, observations) {
            let active = code.digits.enumerated().filter { $0.element != 0 }
                .map { 1 + Self.templateIndex(place: $0.offset, digit: $0.element) }
            regression.add(observation, active: [0] + active)
        }
        let solution = regression.solution()
        self.codeLength = codeLength
        self.sampleCount = sampleCount
        self.base = Array(solution[..<sampleCount])
        self.templates = Array(solution[sampleCount...])
    }

    /// The inner products of each template with a vector of ``sampleCount``.
    func correlations(with vector: [Double]) -> [Double] {
        precondition(vector.count == sampleCount, "the vector is not of the model's size")
        return vector.withUnsafeBufferPointer { vector in
            templates.withUnsafeBufferPointer { templates in
                (0..<templateCount).map { row in
                    let template = UnsafeBufferPointer(rebasing: templates[row * sampleCount..<(row + 1) * sampleCount])
                    return Self.innerProduct(template, vector)
                }
            }
        }
    }

    /// Of two vectors of one length. In four sums, which the processor adds at a time.
    private static func innerProduct(_ a: UnsafeBufferPointer<Double>, _ b: UnsafeBufferPointer<Double>) -> Double {
        var sums = SIMD4<Double>.zero
        let whole = a.count & ~3
        for index in stride(from: 0, to: whole, by: 4) {
            let left = SIMD4(a[index], a[index &+ 1], a[index &+ 2], a[index &+ 3])
            let right = SIMD4(b[index], b[index &+ 1], b[index &+ 2], b[index &+ 3])
            sums += left * right
        }
        return (whole..<a.count).reduce(sums.sum()) { $0 + a[$1] * b[$1] }
    }
}
