import BoundedWork
import Hierarchy

/// Judgement of fields by what they are called: by the names of members, and by the members beside them that say what a field is,
/// as the `name` of a header, the `selector` of an action or the `type` of an input does.
struct FieldRules: ~Copyable {
    /// Headers that hold credentials.
    static let headers: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "x-auth-token", "x-csrf-token",
        "x-xsrf-token", "x-amz-security-token",
    ]
    /// Headers, and kinds of inputs by their `autocomplete`, whose names say so to nobody else.
    private static let names = headers.union([
        "current-password", "new-password", "one-time-code", "cc-number", "cc-csc", "cc-exp",
    ])

    /// Arrays of things that are all secrets.
    private static let containers: Set<String> = ["cookies"]

    private var fieldNames: FieldNames

    init(budget: inout WorkBudget) throws(BudgetFailure) {
        fieldNames = try FieldNames(budget: &budget)
    }

    /// The members of an object whose values are secrets. The object is a member that is called `container`, or in an array of it.
    mutating func secrets(
        among members: [FieldMember],
        of container: Range<Int>?,
        in source: UnsafeRawBufferPointer,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [FieldMember] {
        var isTitled = container.map { Self.containers.contains(FieldNaming.word($0, in: source)) } ?? false
        for member in members where !isTitled && FieldNaming.isTitle(member, in: source) {
            isTitled = try nameSecret(member.value, in: source, budget: &budget)
        }
        let held = try container.flatMap { (field) throws(BudgetFailure) in
            try value(of: field, among: members, in: source, budget: &budget)
        }
        var secrets: [FieldMember] = []
        for member in members {
            if member.value == held || isTitled && FieldNaming.isValue(member, in: source) {
                secrets.append(member)
            } else if try nameSecret(member.name, in: source, budget: &budget),
                !FieldNaming.isCodeOfProgram(member, in: source)
            {
                secrets.append(member)
            }
        }
        return secrets
    }

    /// What a field holds whose state is an object, as in `{"password": {"value": "…", "touched": true}}`.
    private mutating func value(
        of field: Range<Int>,
        among members: [FieldMember],
        in source: UnsafeRawBufferPointer,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Range<Int>? {
        guard let held = members.first(where: { FieldNaming.word($0.name, in: source) == "value" }) else { return nil }
        let value = FieldMember(name: field, value: held.value, notation: held.notation)
        guard !FieldNaming.isCodeOfProgram(value, in: source) else { return nil }
        return try nameSecret(field, in: source, budget: &budget) ? value.value : nil
    }

    /// The secret in a text that stands beside a caption; nil if the caption is of none, or the text is none elsewhere.
    mutating func secret(
        in text: Range<Int>,
        captionedBy caption: Range<Int>,
        in source: UnsafeRawBufferPointer,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Range<Int>? {
        guard try nameSecret(caption, in: source, budget: &budget),
            let place = try CaptionedSecret.place(
                in: UnsafeRawBufferPointer(rebasing: source[text]),
                &fieldNames,
                budget: &budget
            )
        else { return nil }
        return text.lowerBound + place.lowerBound..<text.lowerBound + place.upperBound
    }

    /// The secret in a cell of a table that is called like the heading of its column; nil if that is of none, or the cell has a word.
    mutating func secret(
        inColumn cell: FieldMember,
        in source: UnsafeRawBufferPointer,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> FieldMember? {
        guard FieldNaming.isHeading(cell.name, in: source),
            let place = try secret(in: cell.value, captionedBy: cell.name, in: source, budget: &budget),
            cell.notation != .jsonNumber || place == cell.value
        else { return nil }
        return FieldMember(name: cell.name, value: place, notation: cell.notation)
    }

    /// Whether a field that is called like this takes a secret.
    mutating func nameSecret(
        _ range: Range<Int>,
        in source: UnsafeRawBufferPointer,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Bool {
        if Self.names.contains(FieldNaming.word(range, in: source)) { return true }
        return try fieldNames.nameSecret(UnsafeRawBufferPointer(rebasing: source[range]), budget: &budget)
    }
}
