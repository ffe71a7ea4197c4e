import BoundedWork

extension JSONCursor {
    /// An object that has no members but those in `names`.
    ///
    /// - Parameter names: The members that there may be. That one is known does not make it required.
    public func object(allowing names: [String]) throws(JSONSchemaError) -> JSONObjectCursor {
        guard case .object(let object) = value else { throw wrongType(expected: "an object") }
        for member in object.members where !names.contains(member.name) {
            throw unknownMember(member.name, known: names)
        }
        return JSONObjectCursor(object, names: names, pointer: pointer)
    }

    /// The members of an object whose names are data, each with its place, in the order in which they are written.
    ///
    /// Names that are equal as `String`s, under canonical equivalence, are refused, so that they can be the keys of a
    /// dictionary.
    ///
    /// - Parameter count: How many there may be.
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
                .invalid("the object has a member of an equivalent name already")
        }
        return object.members.map { ($0.name, JSONCursor($0.value, at: pointer.appending(.name($0.name)))) }
    }

    /// The only member of an object, which has to be one of the cases of `members`:
    /// ```swift
    /// enum Kind: String, CaseIterable { case fill, blur }
    /// switch try json.soleMember(of: Kind.self) {
    /// case (.fill, let fill): …
    /// case (.blur, let blur): …
    /// }
    /// ```
    public func soleMember<Member: RawRepresentable<String> & CaseIterable>(
        of members: Member.Type
    ) throws(JSONSchemaError) -> (Member, JSONCursor) {
        let known = Member.allCases.map(\.rawValue)
        guard case .object(let object) = value else {
            throw wrongType(expected: "an object with exactly one member out of \(QuotedText.list(known))")
        }
        for written in object.members where !known.contains(written.name) {
            throw unknownMember(written.name, known: known)
        }
        guard object.members.count == 1, let only = object.members.first, let member = Member(rawValue: only.name)
        else {
            throw JSONSchemaError(.notOneMember(found: object.members.map(\.name), known: known), at: pointer)
        }
        return (member, JSONCursor(only.value, at: pointer.appending(.name(only.name))))
    }

    /// Either a string that is one of the cases of `words`, or an object with one member out of `members`:
    /// ```swift
    /// switch try json.wordOrSoleMember(words: Whole.self, members: Part.self) {
    /// case .word(.screen): .screen
    /// case .member(.region, let region): .region(try Region(region))
    /// }
    /// ```
    public func wordOrSoleMember<
        Word: RawRepresentable<String> & CaseIterable,
        Member: RawRepresentable<String> & CaseIterable
    >(
        words: Word.Type,
        members: Member.Type
    ) throws(JSONSchemaError) -> JSONWordOrMember<Word, Member> {
        switch value {
        case .string:
            return .word(try word(of: words))
        case .object:
            let (member, value) = try soleMember(of: members)
            return .member(member, value)
        default:
            let wordList = QuotedText.list(Word.allCases.map(\.rawValue))
            let memberList = QuotedText.list(Member.allCases.map(\.rawValue))
            throw wrongType(expected: "\(wordList) or an object with exactly one member out of \(memberList)")
        }
    }

    private func unknownMember(_ name: String, known: [String]) -> JSONSchemaError {
        JSONSchemaError(.unknownMember(name, known: known), at: pointer.appending(.name(name)))
    }
}

/// What ``JSONCursor/wordOrSoleMember(words:members:)`` found.
public enum JSONWordOrMember<Word, Member> {
    /// A string, and the word that it is.
    case word(Word)
    /// An object, the name of its only member, and that member's value.
    case member(Member, JSONCursor)
}

extension JSONWordOrMember: Sendable where Word: Sendable, Member: Sendable {}
