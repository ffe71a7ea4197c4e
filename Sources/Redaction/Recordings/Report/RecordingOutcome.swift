import Redaction

/// What is known of a recording once all of its frames have gone.
struct RecordingOutcome {
    let recording: RecordingReceipt.Recording
    /// The covers, in the order in which they begin.
    let covered: [RecordingReceipt.Covered]
    /// Covers that are too many for ``covered``; nil for none.
    let omitted: Int?
    /// The covers of each rule that has some.
    let counts: [Int: Int]
    /// The weakest assurance of all covers; nil if there are none.
    let assurance: Assurance?
    let lookedFor: [String]?
    let models: [String]?
    /// Sentences; nil if there are none.
    let warnings: [String]?
    /// Seconds from the first frame to the last one.
    let duration: Double
}

extension RecordingReceipt {
    /// The receipt of a recording; an error if its policy demands more.
    init(of outcome: RecordingOutcome, _ request: RedactionRequest) throws(RecordingError) {
        var matches: [Receipt.Matches] = []
        for (index, demanded) in request.policy.demandedMatches {
            let found = outcome.counts[index] ?? 0
            guard found >= demanded else { throw .tooFewMatches(rule: index, found: found, demanded: demanded) }
            matches.append(Receipt.Matches(rule: index, count: found))
        }
        guard !request.requiresCover || outcome.assurance != nil else { throw .nothingCovered }
        self.init(
            policy: request.policy.name,
            phase: request.phase,
            recording: outcome.recording,
            assurance: outcome.assurance ?? .untouched,
            covered: outcome.covered,
            omitted: outcome.omitted,
            matches: matches.isEmpty ? nil : matches,
            detected: outcome.lookedFor == nil ? nil : true,
            warnings: outcome.warnings
        )
    }
}

extension RecordingReport {
    /// - Parameter rules: For each rule of the covers its index in the policy that was sent.
    init(of outcome: RecordingOutcome, policy: String?, rules: [Int]) {
        let omitted = outcome.omitted.map { "\($0) more places are not listed." }
        let warnings = (outcome.warnings ?? []) + [omitted].compactMap(\.self)
        self.init(
            policy: policy,
            recording: outcome.recording,
            findings: [CheckReport.Finding](outcome.covered, rules: rules),
            omitted: outcome.omitted,
            lookedFor: outcome.lookedFor,
            models: outcome.models,
            warnings: warnings.isEmpty ? nil : warnings
        )
    }
}
