import BoundedWork
public import SecureMemory
public import StrictJSON

extension Policy {
    /// Reads the text of a policy; unknown, missing and out-of-range members are errors with a pointer.
    ///
    /// ```json
    /// { "units": "points", "scale": 3,
    ///   "rules": [ { "target": "screen", "style": { "blur": { "radius": 8 } } } ] }
    /// ```
    public init(parsing text: SecureBytes) throws(PolicyError) {
        let json = try mapError(JSONValue(parsing: text), PolicyError.syntax)
        try self.init(JSONCursor(json))
    }

    /// Reads a policy within a larger text; the pointers of errors start at the policy.
    public init(_ json: JSONCursor) throws(PolicyError) {
        do {
            self = try Self.form.make(json)
        } catch {
            throw error as? PolicyError ?? .invalid(error as? JSONSchemaError ?? json.invalid("\(error)"))
        }
    }
}

/// Written as read: ``Policy/init(parsing:)`` makes an equal policy of the encoder's text.
extension Policy: Encodable {
    /// Leaves out the members with default values.
    public func encode(to encoder: any Encoder) throws {
        try Self.form.write(self, to: encoder)
    }
}

extension Policy {
    /// The JSON Schema (draft 2020-12) of a policy for editors, made of the declarations that read policies.
    ///
    /// A reader refuses more: contradictions between members, XPaths and patterns that do not parse, shapes without an area,
    /// lengths in bytes.
    public static let schema: JSONTree = {
        var schema: JSONTree = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Snapveil policy",
        ]
        if case .object(let members) = objectSchema.tree { members.forEach { schema[$0.name] = $0.value } }
        schema["$defs"] = .object(schemaDefinitions.map { JSONTree.Member($0.name, $0.schema.tree) })
        return schema
    }()

    /// The schema of a policy without its definitions.
    public static let objectSchema = Policy.form.schema.described(
        "What to cover in a screenshot, and how. Lengths are in units."
    )

    /// The definitions that the schema of a policy refers to, by name.
    public static let schemaDefinitions: [(name: String, schema: JSONSchema)] = [
        ("Rule", Rule.form.schema.described("One target, and the style that covers it.")),
        ("Target", Target.schema.described("What to cover, or to keep.")),
        ("Style", Style.schema.described("How to cover.")),
    ]
}

extension Policy {
    /// The address of the schema for editors, which is not kept: a policy does not depend on it.
    private var schemaAddress: String? { nil }

    // One constant each, since the compiler takes long for all of them in one expression.
    private static let schemaMember: Member<Policy, String?> =
        .optional("$schema", \.schemaAddress, .line(2048), "address of this schema, for editors")
    private static let nameMember: Member<Policy, String?> =
        .optional("name", \.name, .name(of: "a policy"), "the name of the policy")
    private static let summaryMember: Member<Policy, String?> =
        .optional("summary", \.summary, .line(256), "the purpose of the policy")
    private static let unitsMember: Member<Policy, LengthUnit.Name?> =
        .optional("units", \.unit.name, .word, "unit of lengths; by default pixels, or points with a scale")
    private static let scaleMember: Member<Policy, Double?> =
        .optional("scale", \.unit.scale, .number(in: LengthUnit.scaleRange), "pixels for each point; implies points")
    private static let assuranceMember: Member<Policy, MinimumAssurance> =
        .optional("minimumAssurance", \.minimumAssurance, .word, default: .obscured, "the weakest assurance of a style")
    private static let rulesMember: Member<Policy, [Policy.Rule]> =
        .required(
            "rules",
            \.rules,
            .array(of: .rule, count: 1...Policy.maximumRules),
            "what to cover, and how, in order"
        )
    private static let keepMember: Member<Policy, [Target]> = .optional(
        "keep",
        \.keep,
        .array(of: .target, count: 0...Policy.maximumRules),
        default: [],
        "targets that are never covered, whatever the rules say"
    )
    private static let phasesMember: Member<Policy, Set<Phase>> =
        .optional(
            "phases",
            \.phases,
            .cases("phase"),
            default: Set(Phase.allCases),
            "states of the app in which the policy applies; by default all"
        )
    private static let coverageMember: Member<Policy, Double> = .optional(
        "minimumCoverage",
        \.minimumCoverage,
        .number(in: 0...1),
        default: 0,
        "the smallest share of the pixels to cover; less is refused"
    )
    private static let textsMember: Member<Policy, TextRules> = .optional(
        "texts",
        \.texts,
        .json("an object", TextRules.form.schema) { (json) throws(JSONSchemaError) in try TextRules.form.read(json) },
        default: .standard,
        "what to take out of the texts of an artefact; by default all sensitive values"
    )

    private static let sealMember: Member<Policy, SealingRule> =
        .optional("seal", \.sealing, .word, default: .allowed, "whether covered pixels may be sealed to recipients")

    static let form = ObjectForm<Policy>(
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
        textsMember,
        sealMember,
        make: { (_, name, summary, units, scale, assurance, rules, keep, phases, coverage, texts, sealing) in
            let unit = try mapError(LengthUnit(name: units, scale: scale)) { (error: LengthUnit.InvalidUnits) in
                InvalidMember("scale", "does not fit", description: error.sentence)
            }
            return try Policy(
                name: name,
                summary: summary,
                unit: unit,
                minimumAssurance: assurance,
                rules: rules,
                keep: keep,
                phases: phases,
                minimumCoverage: coverage,
                texts: texts,
                sealing: sealing
            )
        }
    )
}

extension ValueForm where Value == Policy.Rule {
    /// The schema of a policy defines it once.
    fileprivate static var rule: Self {
        .json("a rule", .reference(to: "Rule")) { (json) throws(JSONSchemaError) in try Policy.Rule.form.read(json) }
    }
}
