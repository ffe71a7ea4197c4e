import StrictJSON

/// The members of an object in a policy, with its initialiser.
///
/// ```swift
/// static let form = ObjectForm(.required("radius", \.radius, .length), make: BlurStyle.init(radius:))
/// ```
struct ObjectForm<Owner: Sendable>: Sendable {
    /// In the order of writing.
    let members: [MemberDescription]
    private let fromJSON: @Sendable (JSONObjectCursor) throws -> Owner
    private let fromText: @Sendable (ParameterValues) throws -> Owner
    private let writing: @Sendable (Owner) -> [(name: String, value: any Encodable & Sendable)]
    private let measuring: @Sendable (Owner) -> [Double]

    /// Takes the members in the order of writing; `make` takes their values in the same order, and throws ``InvalidMember`` for
    /// values that contradict each other.
    init<each Value>(
        _ member: repeat Member<Owner, each Value>,
        make: @escaping @Sendable (repeat each Value) throws -> Owner
    ) {
        var members: [MemberDescription] = []
        for member in repeat each member { members.append(member.description) }
        self.members = members
        fromJSON = { json in try make(repeat try (each member).json(json)) }
        fromText = { text in try make(repeat try (each member).text(text)) }
        writing = { owner in
            var written: [(name: String, value: any Encodable & Sendable)] = []
            for member in repeat each member {
                guard let value = member.written(owner) else { continue }
                written.append((member.description.name, value))
            }
            return written
        }
        measuring = { owner in
            var lengths: [Double] = []
            for member in repeat each member {
                if let length = member.length(owner) { lengths.append(length) }
            }
            return lengths
        }
    }

    var schema: JSONSchema {
        .object(members.map { JSONSchema.Member($0.name, $0.schema, isRequired: $0.isRequired) })
    }

    /// Refuses unknown members.
    func read(_ json: JSONCursor) throws(JSONSchemaError) -> Owner {
        do {
            return try make(json)
        } catch {
            throw error as? JSONSchemaError ?? json.invalid("\(error)")
        }
    }

    /// Reads the members of an object that has others, too.
    func read(membersOf object: JSONObjectCursor) throws(JSONSchemaError) -> Owner {
        do {
            return try fromJSON(object)
        } catch {
            throw error as? JSONSchemaError ?? object.invalid("\(error)")
        }
    }

    /// Refuses unknown members; throws `JSONSchemaError`, or the error of making the value.
    func make(_ json: JSONCursor) throws -> Owner {
        let object = try json.object(allowing: members.map(\.name))
        do {
            return try fromJSON(object)
        } catch let error as InvalidMember {
            throw (object.optional(error.member) ?? json).invalid(error.description)
        }
    }

    /// Reads the members that queries and the command line have; the others get their defaults.
    func read(_ parameters: ParameterValues) throws(ShorthandError) -> Owner {
        do {
            return try fromText(parameters)
        } catch let error as InvalidMember {
            throw ShorthandError(error.member, error.message)
        } catch {
            throw error as? ShorthandError ?? ShorthandError(members.first?.name ?? "style", "cannot be used: \(error)")
        }
    }

    /// Leaves out the members with default values.
    func write(_ owner: Owner, to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: MemberName.self)
        for (name, value) in writing(owner) { try object.encode(value, forKey: MemberName(stringValue: name)) }
    }

    /// Lengths in the units of the policy.
    func lengths(of owner: Owner) -> [Double] { measuring(owner) }
}

/// A value of a member that contradicts the others.
struct InvalidMember: Error {
    let member: String
    /// A sentence that lacks its subject.
    let message: String
    let description: String

    init(_ member: String, _ message: String, description: String? = nil) {
        self.member = member
        self.message = message
        self.description = description ?? "the \(member) \(message)"
    }
}

package struct MemberName: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }

    package init?(intValue: Int) { nil }
}

extension Encoder {
    func encode(_ value: some Encodable, as name: String) throws {
        var object = container(keyedBy: MemberName.self)
        try object.encode(value, forKey: MemberName(stringValue: name))
    }
}
