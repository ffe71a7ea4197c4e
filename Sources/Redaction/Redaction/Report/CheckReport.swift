import ImageCore
public import StrictJSON

/// The places in a snapshot that a policy would cover, never their text.
public struct CheckReport: Sendable, Equatable, Codable {
    /// The name of the policy; nil if it has none.
    public let policy: String?
    /// The size and the format of the snapshot that was sent.
    public let snapshot: Receipt.Snapshot
    /// The findings in the order of the rules; empty if there are none.
    public let findings: [Finding]
    /// The targets looked for in the pixels: `codes`, `faces`, `text`; nil if none were.
    public let lookedFor: [String]?
    /// The models for ``lookedFor``, in the same order; nil if none were used.
    public let models: [String]?
    /// Sentences to read before relying on the report; nil if there are none.
    public let warnings: [String]?

    /// Something that a rule would cover.
    public struct Finding: Sendable, Equatable, Codable {
        /// Index of the rule in the policy, from 0.
        public let rule: Int
        /// The word for the rule's target: `element`, `elements`, `text`, `faces`, `codes`.
        public let target: String
        /// A kind of sensitive text or of a code, else `text`, `face` or `element`.
        public let kind: String
        /// The confidence of the detector, 0 to 1; nil if not known.
        public let score: Double?
        /// The evidence for the finding.
        public let reason: FindingReason
        /// The place in pixels.
        public let rect: Receipt.Rect
        /// The element; nil if the finding is from pixels.
        public let matched: Receipt.Element?
        /// In a recording, the second of the first frame with the finding, from the first frame of all; nil in a snapshot.
        public let from: Double?
        /// In a recording, the second of the first frame without the finding, or of the end; nil in a snapshot.
        public let until: Double?

        init?(_ step: Plan.Step, of plan: ResolvedPlan, rule: Int) {
            guard let cause = step.cause else { return nil }
            self.rule = rule
            target = step.target
            kind = cause.kind ?? step.finding?.source.rawValue ?? "element"
            score = cause.toldScore
            reason = cause.reason
            rect = Receipt.Rect(step.area.target)
            matched = plan.element(of: step)
            (from, until) = (nil, nil)
        }

        /// A finding in a recording, from one second until another.
        package init(
            rule: Int,
            target: String,
            kind: String,
            score: Double?,
            reason: FindingReason,
            rect: Receipt.Rect,
            from: Double,
            until: Double
        ) {
            (self.rule, self.target, self.kind, self.score, self.reason) = (rule, target, kind, score, reason)
            (self.rect, matched, self.from, self.until) = (rect, nil, from, until)
        }
    }

    /// Takes for each rule of the resolved policy its index in the policy that was sent.
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
    /// The form of a report in JSON.
    public static let schema = JSONSchema.object([
        .optional("policy", .string, "the name of the policy"),
        .required("snapshot", Receipt.snapshotSchema, "the snapshot that was checked"),
        .required("findings", .array(of: findingSchema), "findings, by rule"),
        Receipt.lookedForMember,
        .optional("models", .array(of: .string), "models that looked at the snapshot"),
        .optional("warnings", .array(of: .string), "limits of the report, to read before you rely on it"),
    ])

    private static let findingSchema = JSONSchema.object([
        .required("rule", .integer(atLeast: 0), "the index of the rule that would cover it"),
        .required("target", .string, "the word for the rule's target"),
        .required("kind", .string, "the kind of the finding"),
        .optional("score", .number(in: 0...1), "confidence of the finding"),
        .required("reason", Receipt.reasonSchema, "the evidence for the finding"),
        .required("rect", Receipt.rectSchema, "its place, in pixels of the snapshot"),
        .optional("matched", Receipt.elementSchema, "the element, if it is one"),
    ])
}
