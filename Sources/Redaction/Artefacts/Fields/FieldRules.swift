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

    /// The members of an object whose values are secrets. The object is, or is in, a member that is called `container`.
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
        var secrets: [FieldMember] = []
        for member in members {
            if isTitled && FieldNaming.isValue(member, in: source) {
                secrets.append(member)
            } else if try nameSecret(member.name, in: source, budget: &budget),
                !FieldNaming.isCodeOfProgram(member, in: source)
            {
                secrets.append(member)
            }
        }
        return secrets
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
