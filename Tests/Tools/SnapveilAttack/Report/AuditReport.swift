/// What an audit found, and whether the service keeps its promise.
public struct AuditReport: Sendable {
    /// Weak covers on six-digit codes, which the attack has to break.
    let controls: [RecoveryRow]
    /// What the attack gets out of the linear styles.
    let recoveries: [RecoveryRow]
    /// What a dictionary gets out of them.
    let dictionaries: [DictionaryRow]
    /// A mask that leaks, which the enumeration has to see.
    let naiveMasks: [Enumeration.Row]
    /// How many outputs the erased styles have.
    let enumerations: [Enumeration.Row]
    /// How many outputs the same request has.
    let repetitions: [Repetition.Row]

    /// The share of codes that the attack has to recover from the weak covers.
    private static let breakingShare = 0.95

    /// Whether the attacks work and the erased styles withstand them.
    public var passes: Bool { failures.isEmpty }

    /// A sentence for everything that is not as it has to be.
    public var failures: [String] {
        var failures: [String] = []
        for row in controls where row.recovery.codeShare < Self.breakingShare {
            failures.append("the attack is too weak: \(row.strength.kind) of \(row.strength.pixels) px withstands it")
        }
        for row in naiveMasks where row.distinctOutputs <= 1 {
            failures.append("the enumeration is blind: it sees no leak of a naive mask, \(row.format) \(row.ink)")
        }
        for row in enumerations where row.distinctOutputs != 1 {
            failures.append("\(row.cover) leaks: \(row.distinctOutputs) outputs, \(row.format) \(row.ink)")
        }
        for row in repetitions where row.distinctOutputs != 1 {
            failures.append("\(row.style) answers one request in \(row.distinctOutputs) ways")
        }
        return failures
    }
}
