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
        let members = try mapError(PolicyMembers.form.read(json), PolicyError.invalid)
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
}

/// Policies are written as they are read: ``Policy/init(parsing:)`` makes an equal policy of what an encoder writes.
extension Policy: Encodable {
    /// Writes an object with the members that differ from their defaults.
    public func encode(to encoder: any Encoder) throws {
        try PolicyMembers.form.write(PolicyMembers(self), to: encoder)
    }
}
