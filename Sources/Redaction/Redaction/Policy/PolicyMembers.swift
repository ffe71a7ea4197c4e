import StrictJSON

/// The members of a policy in JSON, before they are checked against each other.
struct PolicyMembers: Sendable {
    let name: String?
    let summary: String?
    let units: LengthUnit.Name?
    let scale: Double?
    let minimumAssurance: MinimumAssurance
    let rules: [Policy.Rule]
    let keep: [Target]
    let phases: Set<Phase>
    let minimumCoverage: Double

    /// Where the schema of the text is, for editors. It is not kept: what a policy says does not depend on it.
    private var schema: String? { nil }

    /// What `units` and ``scale`` say together.
    let unit: LengthUnit

    /// The members of a policy that exists.
    init(_ policy: Policy) {
        name = policy.name
        summary = policy.summary
        unit = policy.unit
        units = policy.unit.name
        scale = policy.unit.scale
        minimumAssurance = policy.minimumAssurance
        rules = policy.rules
        keep = policy.keep
        phases = policy.phases
        minimumCoverage = policy.minimumCoverage
    }

    private init(
        name: String?,
        summary: String?,
        units: LengthUnit.Name?,
        scale: Double?,
        minimumAssurance: MinimumAssurance,
        rules: [Policy.Rule],
        keep: [Target],
        phases: Set<Phase>,
        minimumCoverage: Double
    ) throws(InvalidMember) {
        do throws(LengthUnit.InvalidUnits) {
            unit = try LengthUnit(name: units, scale: scale)
        } catch {
            throw InvalidMember("scale", "does not fit", description: error.sentence)
        }
        self.name = name
        self.summary = summary
        self.units = units
        self.scale = scale
        self.minimumAssurance = minimumAssurance
        self.rules = rules
        self.keep = keep
        self.phases = phases
        self.minimumCoverage = minimumCoverage
    }

    // One constant each: the compiler takes long for all of them in one expression.
    private static let schemaMember: Member<Self, String?> =
        .optional("$schema", \.schema, .line(2048), "where the schema of this text is, for editors")
    private static let nameMember: Member<Self, String?> =
        .optional("name", \.name, .name(of: "a policy"), "what the policy is called")
    private static let summaryMember: Member<Self, String?> =
        .optional("summary", \.summary, .line(256), "what the policy is for")
    private static let unitsMember: Member<Self, LengthUnit.Name?> =
        .optional("units", \.units, .word, "what lengths are measured in: pixels, unless there is a scale")
    private static let scaleMember: Member<Self, Double?> =
        .optional("scale", \.scale, .number(in: LengthUnit.scaleRange), "pixels for each point; means points")
    private static let assuranceMember: Member<Self, MinimumAssurance> =
        .optional("minimumAssurance", \.minimumAssurance, .word, default: .obscured, "the weakest assurance of a style")
    private static let rulesMember: Member<Self, [Policy.Rule]> =
        .required(
            "rules",
            \.rules,
            .array(of: .rule, count: 1...Policy.maximumRules),
            "what to cover, and how, in order"
        )
    private static let keepMember: Member<Self, [Target]> = .optional(
        "keep",
        \.keep,
        .array(of: .target, count: 0...Policy.maximumRules),
        default: [],
        "what is never covered, whatever the rules say"
    )
    private static let phasesMember: Member<Self, Set<Phase>> =
        .optional("phases", \.phases, .phases, default: Set(Phase.allCases), "when it applies; by default always")
    private static let coverageMember: Member<Self, Double> = .optional(
        "minimumCoverage",
        \.minimumCoverage,
        .number(in: 0...1),
        default: 0,
        "the smallest share of the pixels that has to be covered"
    )

    static let form = ObjectForm<PolicyMembers>(
        schemaMember,
        nameMember,
        summaryMember,
        unitsMember,
        scaleMember,
        assuranceMember,
        rulesMember,
        keepMember,
        phasesMember,
        coverageMember,
        make: { (_, name, summary, units, scale, assurance, rules, keep, phases, coverage) throws(InvalidMember) in
            try PolicyMembers(
                name: name,
                summary: summary,
                units: units,
                scale: scale,
                minimumAssurance: assurance,
                rules: rules,
                keep: keep,
                phases: phases,
                minimumCoverage: coverage
            )
        }
    )
}

extension ValueForm where Value == Policy.Rule {
    /// A rule, which the schema of a policy defines once.
    fileprivate static var rule: Self {
        .json("a rule", .reference(to: "Rule")) { (json) throws(JSONSchemaError) in try Policy.Rule.form.read(json) }
    }
}

extension ValueForm where Value == Set<Phase> {
    /// Phases of an app, each once, at least one.
    fileprivate static var phases: Self {
        let count = 1...Phase.allCases.count
        return ValueForm(
            name: "phases",
            expected: "phases",
            schema: .array(of: .word(among: Phase.allCases.map(\.rawValue)), count: count, isUnique: true),
            json: { (json) throws(JSONSchemaError) in
                var phases: Set<Phase> = []
                for phase in try json.array(count: count) {
                    guard phases.insert(try phase.word(of: Phase.self)).inserted else {
                        throw phase.invalid("the phase is listed already")
                    }
                }
                return phases
            },
            text: { _ in nil },
            written: { phases in Phase.allCases.filter(phases.contains) }
        )
    }
}
