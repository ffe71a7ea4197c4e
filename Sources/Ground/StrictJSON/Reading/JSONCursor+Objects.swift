import BoundedWork

extension JSONCursor {
    /// Reads an object that has no members but those in `names`.
    ///
    /// - Parameter names: The known members. None of them is required yet.
    public func object(allowing names: [String]) throws(JSONSchemaError) -> JSONObjectCursor {
        guard case .object(let object) = value else { throw wrongType(expected: "an object") }
        for member in object.members where !names.contains(member.name) {
            throw unknownMember(member.name, known: names)
        }
        return JSONObjectCursor(object, names: names, pointer: pointer)
    }

    /// Reads an object whose names are data: its members, each with its place, in the order in which they are written.
    ///
    /// Names that are equal as `String`s, under canonical equivalence, are refused, so that they can be the keys of a
    /// dictionary.
    ///
    /// - Parameter count: The number of members.
    public func members(count: ClosedRange<Int>) throws(JSONSchemaError) -> [(name: String, value: JSONCursor)] {
        guard case .object(let object) = value else { throw wrongType(expected: "an object") }
        guard count.contains(object.members.count) else {
            throw outOfRange(
                expected: "an object of \(NumberText.describe(count)) members",
                found: String(object.members.count)
            )
        }
        var names: Set<String> = []
        for member in object.members where !names.insert(member.name).inserted {
            throw JSONCursor(member.value, at: pointer.appending(.name(member.name)))
                .invalid("the object has two members of equivalent names")
        }
        return object.members.map { ($0.name, JSONCursor($0.value, at: pointer.appending(.name($0.name)))) }
    }

    /// The only member of an object, which has to be one of `names`:
    /// ```swift
    /// let (index, value) = try json.soleMember(of: ["fill", "blur"])
    /// ```
    /// - Returns: The index of its name, and its value.
    public func soleMember(of names: [String]) throws(JSONSchemaError) -> (index: Int, value: JSONCursor) {
        guard case .object(let object) = value else {
            throw wrongType(expected: "an object with exactly one member out of \(QuotedText.list(names))")
        }
        for written in object.members where !names.contains(written.name) {
            throw unknownMember(written.name, known: names)
        }
        guard object.members.count == 1, let only = object.members.first, let index = names.firstIndex(of: only.name)
        else {
            throw JSONSchemaError(.notOneMember(found: object.members.map(\.name), known: names), at: pointer)
        }
        return (index, JSONCursor(only.value, at: pointer.appending(.name(only.name))))
    }

    /// Either a string that is one of `words`, or an object whose only member is one of `members`:
    /// ```swift
    /// switch try json.wordOrSoleMember(words: ["screen"], members: ["region", "element"]) {
    /// case .word(let index): …
    /// case .member(let index, let value): …
    /// }
    /// ```
    public func wordOrSoleMember(
        words: [String],
        members: [String]
    ) throws(JSONSchemaError) -> JSONWordOrMember {
        switch value {
        case .string:
            return .word(try word(among: words))
        case .object:
            let (index, value) = try soleMember(of: members)
            return .member(index, value)
        default:
            let (words, members) = (QuotedText.list(words), QuotedText.list(members))
            throw wrongType(expected: "\(words) or an object with exactly one member out of \(members)")
        }
    }

    private func unknownMember(_ name: String, known: [String]) -> JSONSchemaError {
        JSONSchemaError(.unknownMember(name, known: known), at: pointer.appending(.name(name)))
    }
}

/// A string that is a known word, or an object with one known member: the result of
/// ``JSONCursor/wordOrSoleMember(words:members:)``.
public enum JSONWordOrMember: Sendable {
    /// A string: the index of the word that it is.
    case word(Int)
    /// An object: the index of the name of its only member, and that member's value.
    case member(Int, JSONCursor)
}

/// An object whose members are all known, and its place.
public struct JSONObjectCursor: Sendable {
    /// The object, whose members all have known names.
    public let object: JSONObject

    /// The place of the object in the text.
    public let pointer: JSONPointer

    private let names: [String]

    init(_ object: JSONObject, names: [String], pointer: JSONPointer) {
        self.object = object
        self.names = names
        self.pointer = pointer
    }

    /// The member called `name`.
    ///
    /// - Parameter name: One of the names that the object was opened with.
    /// - Throws: ``JSONSchemaError`` if there is none.
    public func required(_ name: String) throws(JSONSchemaError) -> JSONCursor {
        guard let member = optional(name) else { throw JSONSchemaError(.missingMember(name), at: pointer) }
        return member
    }

    /// The member called `name`, or nil if there is none. A member that is null is there.
    ///
    /// - Parameter name: One of the names that the object was opened with.
    public func optional(_ name: String) -> JSONCursor? {
        guard let member = object[name] else {
            // A member that is there has one of the names.
            precondition(names.contains(name), "\(name) is read, but would be refused as unknown")
            return nil
        }
        return JSONCursor(member, at: pointer.appending(.name(name)))
    }

    /// The error for members that do not go together; a sentence without a full stop.
    public func invalid(_ sentence: String) -> JSONSchemaError {
        JSONSchemaError(.invalid(sentence), at: pointer)
    }
}
