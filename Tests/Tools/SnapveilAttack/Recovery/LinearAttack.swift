import SeededRandom

/// Recovers codes from what a linear style, a blur or a mosaic, made of them.
///
/// The attacker knows the font, its size, the place and the rest of the screen, and can use the service. The attack
/// sends codes of its own, learns what each digit contributes, and ranks all codes by how well they explain an
/// observation, first to within noise, then to the last bit. It sends the likeliest codes through the service to see
/// whether the same comes back.
struct LinearAttack: Sendable {
    /// The attacker's own codes, from which the contributions of digits are learned.
    let training: [Code]
    /// The attacker's own codes that tell how far to trust the ranking.
    let calibration: [Code]
    /// The codes that are to be recovered.
    let targets: [Code]
    /// How many of the likeliest codes are tried for each target.
    let trials: Int

    /// How many codes are looked at to the last bit.
    private static let shortlistLength = 10_000

    /// What the attacker sees of a code.
    typealias Channel = (Code) throws -> [UInt8]

    /// An attack on `targets` random codes.
    ///
    /// - Parameters:
    ///   - codeLength: Digits of a code, 1 to ``Code/maximumLength``.
    ///   - training: Codes to learn from, 1 or more.
    ///   - calibration: Codes to calibrate with, 1 or more.
    ///   - targets: Codes to recover, 1 or more.
    ///   - trials: Guesses to try through the channel for each code, 1 or more.
    init(codeLength: Int, training: Int, calibration: Int, targets: Int, trials: Int, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let codes = generator.codes(training + calibration + targets, length: codeLength)
        self.training = Array(codes[..<training])
        self.calibration = Array(codes[training..<training + calibration])
        self.targets = Array(codes[(training + calibration)...])
        self.trials = trials
    }

    /// Every code that the attack needs to be sent whatever comes back.
    var codes: [Code] { training + calibration + targets }

    /// Learns and attacks. The same channel gives the same result on every run.
    ///
    /// - Throws: What `channel` throws.
    func run(through channel: Channel) throws -> Recovery {
        let model = AdditiveModel(codes: training, observations: try training.map(channel))
        let search = CodeSearch(model)
        let rounding = RoundingTest(model)
        let known = try calibration.map { code in
            ErrorSpectrum(search.squaredErrors(of: try channel(code)), truth: code)
        }
        let bound = LeakBound(fitting: known, codeCount: Code.count(length: training[0].length))
        var spectra: [ErrorSpectrum] = []
        var guesses: [Code] = []
        for code in targets {
            let observation = try channel(code)
            let errors = search.squaredErrors(of: observation)
            spectra.append(ErrorSpectrum(errors, truth: code))
            guesses.append(try guess(observation, errors: errors, rounding: rounding, channel: channel))
        }
        return Recovery(targets: targets, guesses: guesses, rankedBits: bound.bits(spectra))
    }

    /// The code that explains `observation` best.
    ///
    /// - Parameter errors: What ``CodeSearch`` gives every code.
    private func guess(
        _ observation: [UInt8],
        errors: [Double],
        rounding: RoundingTest,
        channel: Channel
    ) throws -> Code {
        let length = training[0].length
        let nearest = errors.indicesOfLeast(1).map { Code($0, length: length) }
        let guess = try closest(of: nearest, to: observation, channel: channel)
        guard guess.distance > 0 else { return guess.code }
        let shortlist = errors.indices(ofAbout: Self.shortlistLength).map { Code($0, length: length) }
        let fitting = rounding.best(trials, of: shortlist, given: observation)
        return try closest(of: fitting, to: observation, channel: channel).code
    }

    /// Of `candidates`, at least one, that whose own observation comes closest; the first one that gives the same is taken.
    private func closest(
        of candidates: [Code],
        to observation: [UInt8],
        channel: Channel
    ) throws -> (code: Code, distance: Int) {
        var best = (code: candidates[0], distance: Int.max)
        for candidate in candidates {
            let distance = zip(try channel(candidate), observation).reduce(0) { sum, pair in
                let difference = Int(pair.0) - Int(pair.1)
                return sum + difference * difference
            }
            if distance < best.distance { best = (candidate, distance) }
            if distance == 0 { break }
        }
        return best
    }
}
