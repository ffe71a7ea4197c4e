import StrictJSON

/// A member of an object in a policy, stated once for all that read it, write it or tell of it.
///
/// - `Owner`: What the object describes.
/// - `Value`: What the member says; optional where the object may go without it and nothing stands in for it.
struct Member<Owner: Sendable, Value: Sendable>: Sendable {
    /// What help texts and error messages know of the member.
    let description: MemberDescription
    /// Reads the member from a JSON object; throws if it is missing and has to be there, or is not what it has to be.
    let json: @Sendable (JSONObjectCursor) throws(JSONSchemaError) -> Value
    /// Reads the member from the parameters of a query or of options; throws if it is missing and has to be there, or
    /// is not what it has to be.
    let text: @Sendable (ParameterValues) throws(ShorthandError) -> Value
    /// The value that an encoder writes for the member; nil for the default, which is left out.
    let written: @Sendable (Owner) -> (any Encodable & Sendable)?
    /// The length that the member states, in the units of the policy; nil if it states none.
    let length: @Sendable (Owner) -> Double?
}

/// What is known of a member without the type of its value.
struct MemberDescription: Sendable {
    /// The name of the member in JSON, in a query and, with hyphens, as an option.
    let name: String
    /// What the member says, in a few words for a help text.
    let help: String
    /// The word for the value of the member in a help text.
    let valueName: String
    /// Whether a query and the command line have the member.
    let isParameter: Bool
    /// Whether the member has to be there.
    let isRequired: Bool
    /// What the value of the member has to be.
    let valueSchema: JSONSchema
    /// What the value of the member has to be, what it says, and what stands in where it is missing.
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
    /// A number, a word or a truth value; nil for anything else.
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
    /// A member that has to be there, in JSON and as a parameter.
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

    /// A member for which `fallback` stands in where it is missing.
    ///
    /// - Parameters:
    ///   - name: The name of the member.
    ///   - value: Where its owner keeps the value.
    ///   - form: How the value is read and written.
    ///   - fallback: The default of the member.
    ///   - isParameter: Whether a query and the command line have the member.
    ///   - isAlwaysWritten: Whether the default is written, too.
    ///   - help: What the member says, in a few words for a help text.
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

    /// A member that may be missing, in which case its value is nil.
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
