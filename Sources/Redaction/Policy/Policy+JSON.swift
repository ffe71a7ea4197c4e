import BoundedWork
public import SecureMemory
public import StrictJSON

extension Policy {
    /// Reads the text of a policy. Members that are not known, missing or out of range are errors.
    ///
    /// ```json
    /// { "units": "points", "scale": 3,
    ///   "rules": [ { "target": "screen", "style": { "blur": { "radius": 8 } } } ] }
    /// ```
    /// - Throws: ``PolicyError``, whose pointer names the place.
    public init(parsing text: SecureBytes) throws(PolicyError) {
        let json = try mapError(JSONValue(parsing: text), PolicyError.syntax)
        try self.init(JSONCursor(json))
    }

    /// Reads a policy that is part of a larger text. The pointers of its errors start at the policy.
    ///
    /// - Throws: ``PolicyError``, whose pointer names the place.
    public init(_ json: JSONCursor) throws(PolicyError) {
        let members = try mapError(Members(json), PolicyError.invalid)
        try self.init(
            name: members.name,
            summary: members.summary,
            unit: members.unit,
            minimumAssurance: members.minimumAssurance,
            rules: members.rules,
            keep: members.keep,
            phases: members.phases,
            minimumCoverage: members.minimumCoverage
        )
    }

    /// The members of a policy, before they are checked against each other.
    private struct Members {
        let name: String?
        let summary: String?
        let unit: LengthUnit
        let minimumAssurance: MinimumAssurance
        let rules: [Rule]
        let keep: [Target]
        let phases: Set<Phase>
        let minimumCoverage: Double

        init(_ json: JSONCursor) throws(JSONSchemaError) {
            let policy = try json.object(
                allowing: [
                    "name", "summary", "units", "scale", "minimumAssurance", "rules", "keep", "phases",
                    "minimumCoverage",
                ]
            )
            name = try policy.optional("name")?.string(bytes: 0...256)
            summary = try policy.optional("summary")?.string(bytes: 0...1024)
            minimumAssurance = try policy.optional("minimumAssurance")?.word(of: MinimumAssurance.self) ?? .obscured
            rules = try policy.required("rules").array(count: 0...maximumRules).map { (rule) throws(JSONSchemaError) in
                try Rule(rule)
            }
            keep = try (policy.optional("keep")?.array(count: 0...maximumRules) ?? [])
                .map { (target) throws(JSONSchemaError) in try Target(target) }
            phases = try policy.optional("phases")?.phases() ?? Set(Phase.allCases)
            minimumCoverage = try policy.optional("minimumCoverage")?.number(in: 0...1) ?? 0
            unit = try LengthUnit(of: policy) ?? .pixels
        }
    }
}

extension JSONCursor {
    fileprivate func phases() throws(JSONSchemaError) -> Set<Phase> {
        var phases: Set<Phase> = []
        for phase in try array(count: 1...Phase.allCases.count) {
            guard phases.insert(try phase.word(of: Phase.self)).inserted else {
                throw phase.invalid("the phase is listed already")
            }
        }
        return phases
    }
}

/// Policies are written as they are read: ``Policy/init(parsing:)`` makes an equal policy of what an encoder writes.
extension Policy: Encodable {
    private enum CodingKeys: String, CodingKey {
        case name, summary, units, scale, minimumAssurance, rules, keep, phases, minimumCoverage
    }

    /// Writes an object with the members that differ from their defaults.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(name, forKey: .name)
        try members.encodeIfPresent(summary, forKey: .summary)
        switch unit {
        case .pixels: break
        case .ratio: try members.encode(LengthUnit.Name.ratio.rawValue, forKey: .units)
        case .points(let scale):
            try members.encode(LengthUnit.Name.points.rawValue, forKey: .units)
            try members.encodeIfPresent(scale, forKey: .scale)
        }
        if minimumAssurance != .obscured { try members.encode(minimumAssurance.rawValue, forKey: .minimumAssurance) }
        try members.encode(rules, forKey: .rules)
        if !keep.isEmpty { try members.encode(keep, forKey: .keep) }
        let phases = Phase.allCases.filter(phases.contains)
        if phases != Phase.allCases { try members.encode(phases, forKey: .phases) }
        if minimumCoverage != 0 { try members.encode(minimumCoverage, forKey: .minimumCoverage) }
    }
}
