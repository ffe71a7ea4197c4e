/// How thorough an audit is.
public struct AuditOptions: Sendable {
    /// Codes attacked for each row of the table, 1 or more.
    public var codes: Int
    /// Whether only the controls, the erased styles and one row of each linear style are looked at.
    public var isQuick: Bool

    /// Number of the attacker's own codes from which the attack learns.
    var training = 2000
    /// Number of the attacker's own codes that tell how far to trust the ranking.
    var calibration = 20
    /// Guesses that the attack tries for each code.
    var trials = 16

    /// - Parameter codes: 1 or more.
    public init(codes: Int, isQuick: Bool) {
        self.codes = codes
        self.isQuick = isQuick
    }

    /// Codes of which a dictionary is estimated.
    var dictionarySample = 8000

    /// The dictionary that these options ask for.
    var dictionary: DictionaryAttack {
        DictionaryAttack(codeLength: 6, sampleSize: dictionarySample, seed: 4711)
    }

    /// The attack that these options ask for.
    var attack: LinearAttack {
        LinearAttack(
            codeLength: 6,
            training: training,
            calibration: calibration,
            targets: codes,
            trials: trials,
            seed: 2026
        )
    }
}
