import ImageCore
public import StrictJSON

extension CheckReport {
    /// What the JSON of a report is.
    public static let schema = JSONSchema.object([
        Receipt.member("policy", .string, "the name of the policy"),
        Receipt.member("snapshot", Receipt.snapshotSchema, "what was sent", isRequired: true),
        Receipt.member("findings", .array(of: findingSchema), "what is seen, by rule", isRequired: true),
        Receipt.lookedForMember,
        Receipt.member("models", .array(of: .string), "what it was looked for with"),
        Receipt.member("warnings", .array(of: .string), "what you have to know before you rely on the report"),
    ])

    private static let findingSchema = JSONSchema.object([
        Receipt.member(
            "rule",
            .integer(atLeast: 0),
            "the index of the rule that would have covered it",
            isRequired: true
        ),
        Receipt.member("target", .string, "the word for the rule's target", isRequired: true),
        Receipt.member("kind", .string, "what it is", isRequired: true),
        Receipt.member("score", .number(in: 0...1), "how sure it is that it is there"),
        Receipt.member("rect", Receipt.rectSchema, "its place, in pixels of the picture", isRequired: true),
        Receipt.member("matched", Receipt.elementSchema, "the element that it is"),
    ])
}
