import BoundedWork
import StrictJSON

/// A member of an object in a policy, stated once for all that read it, write it or tell of it.
///
/// - `Owner`: What the object describes.
/// - `Value`: What the member says; optional where the object may go without it and nothing stands in for it.
struct Member<Owner: Sendable, Value: Sendable>: Sendable {
    /// What help texts and error messages know of it.
    let description: MemberDescription
    /// Reads it from an object.
    let json: @Sendable (JSONObjectCursor) throws(JSONSchemaError) -> Value
    /// Reads it from a query or from options.
    let text: @Sendable (ParameterValues) throws(ShorthandError) -> Value
    /// What an encoder writes; nil for the default.
    let written: @Sendable (Owner) -> (any Encodable & Sendable)?
    /// The length that it states, in the units of the policy; nil if it states none.
    let length: @Sendable (Owner) -> Double?
}

/// What is known of a member without its type.
struct MemberDescription: Sendable {
    /// Its name in JSON, in a query and, with hyphens, as an option.
    let name: String
    /// What it says, in a few words for a help text.
    let help: String
    /// The word for its value in a help text.
    let valueName: String
    /// Whether a query and the command line have it.
    let isParameter: Bool
}

extension Member {
    /// A member that has to be there.
    static func required(
        _ name: String,
        _ value: any KeyPath<Owner, Value> & Sendable,
        _ form: ValueForm<Value>,
        _ help: String = ""
    ) -> Member {
        Member(
            description: MemberDescription(name: name, help: help, valueName: form.name, isParameter: true),
            json: { (object) throws(JSONSchemaError) in try form.json(object.required(name)) },
            text: { (parameters) throws(ShorthandError) in
                guard let value = try parameters.value(of: name, form) else {
                    throw ShorthandError(name, "is missing; it has to be \(form.expected)")
                }
                return value
            },
            written: { form.written($0[keyPath: value]) },
            length: { form.isLength ? $0[keyPath: value] as? Double : nil }
        )
    }

    /// A member for which `fallback` stands in where it is missing.
    ///
    /// - Parameters:
    ///   - isParameter: Whether a query and the command line have it.
    ///   - isAlwaysWritten: Whether the default is written, too.
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
            description: MemberDescription(name: name, help: help, valueName: form.name, isParameter: isParameter),
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

    /// A member that may be missing.
    static func optional<Some>(
        _ name: String,
        _ value: any KeyPath<Owner, Value> & Sendable,
        _ form: ValueForm<Some>,
        _ help: String = ""
    ) -> Member where Value == Some? {
        Member(
            description: MemberDescription(name: name, help: help, valueName: form.name, isParameter: true),
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

/// The values of a query or of options, by the names of parameters.
struct ParameterValues: Sendable {
    /// What was written for each.
    var texts: [String: String] = [:]

    /// The value of the parameter `name`; nil if it was not given.
    ///
    /// - Throws: ``ShorthandError`` for a text that is not what `form` expects.
    func value<Value>(of name: String, _ form: ValueForm<Value>) throws(ShorthandError) -> Value? {
        guard let text = texts[name] else { return nil }
        guard let value = form.text(text) else {
            throw ShorthandError(name, "is \(QuotedText.quoting(text)), and has to be \(form.expected)")
        }
        return value
    }
}
