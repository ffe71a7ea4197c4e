import ImageCore
public import StrictJSON

/// What a snapshot shows of what a policy would cover: where, and never what it says.
public struct CheckReport: Sendable, Equatable, Codable {
    /// The name of the policy; nil if it has none.
    public let policy: String?
    /// The size and the format of the snapshot that was sent.
    public let snapshot: Receipt.Snapshot
    /// What is seen, in the order of the rules. Empty if nothing was found.
    public let findings: [Finding]
    /// What was looked for in the picture: `codes`, `faces`, `text`. Nil if nothing was.
    public let lookedFor: [String]?
    /// What it was looked for with, in the same order. Nil if nothing was.
    public let models: [String]?
    /// What you have to know before you rely on the report, as sentences. Nil if there is nothing.
    public let warnings: [String]?

    /// Something that a rule would have covered.
    public struct Finding: Sendable, Equatable, Codable {
        /// Index of the rule in the policy, from 0.
        public let rule: Int
        /// The word for the rule's target: `element`, `elements`, `text`, `faces`, `codes`.
        public let target: String
        /// What it is: a kind of sensitive text or of a code, else `text`, `face` or `element`.
        public let kind: String
        /// How sure it is that it is there, 0 to 1; nil if that is not known.
        public let score: Double?
        /// The pixels of the picture that it lies in.
        public let rect: Receipt.Rect
        /// The element that it is; nil if it was found by looking.
        public let matched: Receipt.Element?

        /// Something that a plan covers; nil for what is covered wherever it is, or for what the hierarchy is not about.
        init?(_ step: Plan.Step, of plan: ResolvedPlan, rule: Int) {
            guard !step.isOutside, step.finding != nil || step.element != nil else { return nil }
            self.rule = rule
            target = step.target
            kind = step.finding.map { $0.kind ?? $0.source.rawValue } ?? "element"
            score = step.finding?.toldScore
            rect = Receipt.Rect(step.area.target)
            matched = plan.element(of: step)
        }
    }

    /// The report of what a plan would cover.
    ///
    /// - Parameters:
    ///   - plan: The plan, and what it was resolved from.
    ///   - rules: The index in the policy that was sent, for each rule of the one that was resolved.
    init(_ plan: ResolvedPlan, rules: [Int]) {
        policy = plan.policy.name
        snapshot = plan.snapshot
        findings = plan.steps.compactMap { Finding($0, of: plan, rule: rules[$0.rule]) }
        lookedFor = plan.lookedFor
        models = plan.models
        warnings = plan.warnings
    }
}

extension CheckReport {
    /// What the JSON of a report is.
    public static let schema = JSONSchema.object([
        .optional("policy", .string, "the name of the policy"),
        .required("snapshot", Receipt.snapshotSchema, "what was sent"),
        .required("findings", .array(of: findingSchema), "what is seen, by rule"),
        Receipt.lookedForMember,
        .optional("models", .array(of: .string), "what it was looked for with"),
        .optional("warnings", .array(of: .string), "what you have to know before you rely on the report"),
    ])

    private static let findingSchema = JSONSchema.object([
        .required("rule", .integer(atLeast: 0), "the index of the rule that would have covered it"),
        .required("target", .string, "the word for the rule's target"),
        .required("kind", .string, "what it is"),
        .optional("score", .number(in: 0...1), "how sure it is that it is there"),
        .required("rect", Receipt.rectSchema, "its place, in pixels of the picture"),
        .optional("matched", Receipt.elementSchema, "the element that it is"),
    ])
}
