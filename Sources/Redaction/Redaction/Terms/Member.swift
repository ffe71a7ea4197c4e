import StrictJSON

/// A member of an object in a policy, stated once for reading, writing and help. An optional `Value` is a member that may be
/// missing without a default.
struct Member<Owner: Sendable, Value: Sendable>: Sendable {
    let description: MemberDescription
    /// Throws for a missing required member, too.
    let json: @Sendable (JSONObjectCursor) throws(JSONSchemaError) -> Value
    /// Reads the member from a query or options; throws for a missing required one, too.
    let text: @Sendable (ParameterValues) throws(ShorthandError) -> Value
    /// The value for an encoder; nil for the default, which is left out.
    let written: @Sendable (Owner) -> (any Encodable & Sendable)?
    /// In the units of the policy; nil if the member states no length.
    let length: @Sendable (Owner) -> Double?
}

/// A member without the type of its value.
struct MemberDescription: Sendable {
    /// The name in JSON, in a query and, with hyphens, as an option.
    let name: String
    /// A few words for a help text.
    let help: String
    /// The word in a help text.
    let valueName: String
    /// Whether a query and the command line have the member.
    let isParameter: Bool
    let isRequired: Bool
    let valueSchema: JSONSchema
    /// The form of the value with its help and its default.
    let schema: JSONSchema

    fileprivate init<Value>(
        _ name: String,
        _ form: ValueForm<Value>,
        _ help: String,
        isParameter: Bool = true,
        isRequired: Bool = false,
        default fallback: Value? = nil
    ) {
        self.name = name
        self.help = help
        self.isParameter = isParameter
        self.isRequired = isRequired
        valueName = form.name
        valueSchema = form.schema
        schema = form.schema.described(help.capitalizedSentence)
            .defaulting(to: fallback.flatMap { JSONTree(scalar: form.written($0)) })
    }
}

extension JSONTree {
    /// Nil for anything but a number, a word or a truth value.
    fileprivate init?(scalar value: any Encodable) {
        switch value {
        case let text as String: self = .string(text)
        case let number as Double: self = .number(number)
        case let number as Int: self = .number(Double(number))
        case let flag as Bool: self = .bool(flag)
        default: return nil
        }
    }
}

extension Member {
    /// A required member, in JSON and as a parameter.
    static func required(
        _ name: String,
        _ value: any KeyPath<Owner, Value> & Sendable,
        _ form: ValueForm<Value>,
        _ help: String = ""
    ) -> Member {
        Member(
            description: MemberDescription(name, form, help, isRequired: true),
            json: { (object) throws(JSONSchemaError) in try form.json(object.required(name)) },
            text: { (parameters) throws(ShorthandError) in try parameters.requiredValue(of: name, form) },
            written: { form.written($0[keyPath: value]) },
            length: { form.isLength ? $0[keyPath: value] as? Double : nil }
        )
    }

    /// A member with the default `fallback`; `isParameter` gives it to queries and the command line, `isAlwaysWritten` writes the
    /// default, too.
    static func optional(
        _ name: String,
        _ value: any KeyPath<Owner, Value> & Sendable,
        _ form: ValueForm<Value>,
        default fallback: Value,
        isParameter: Bool = true,
        isAlwaysWritten: Bool = false,
        _ help: String = ""
    ) -> Member where Value: Equatable {
        Member(
            description: MemberDescription(name, form, help, isParameter: isParameter, default: fallback),
            json: { (object) throws(JSONSchemaError) in
                guard let member = object.optional(name) else { return fallback }
                return try form.json(member)
            },
            text: { (parameters) throws(ShorthandError) in try parameters.value(of: name, form) ?? fallback },
            written: { owner in
                let isDefault = owner[keyPath: value] == fallback
                return isDefault && !isAlwaysWritten ? nil : form.written(owner[keyPath: value])
            },
            length: { form.isLength ? $0[keyPath: value] as? Double : nil }
        )
    }

    /// A member whose value is nil where it is missing.
    static func optional<Some>(
        _ name: String,
        _ value: any KeyPath<Owner, Value> & Sendable,
        _ form: ValueForm<Some>,
        _ help: String = ""
    ) -> Member where Value == Some? {
        Member(
            description: MemberDescription(name, form, help),
            json: { (object) throws(JSONSchemaError) in
                guard let member = object.optional(name) else { return nil }
                return try form.json(member)
            },
            text: { (parameters) throws(ShorthandError) in try parameters.value(of: name, form) },
            written: { $0[keyPath: value].map(form.written) },
            length: { form.isLength ? $0[keyPath: value] as? Double : nil }
        )
    }
}
