import Detection
import ImageCore
public import StrictJSON

extension Receipt {
    /// What the JSON of a receipt is.
    public static let schema = JSONSchema.object([
        member("policy", .string, "the name of the policy"),
        member("phase", .word(among: Phase.allCases.map(\.rawValue)), "what the app was doing, if the request said so"),
        member("snapshot", snapshotSchema, "what was sent", isRequired: true),
        member(
            "verified",
            .word(among: [Verification.structure.rawValue]),
            "how far the snapshot was checked, if its pixels were not decoded"
        ),
        member("assurance", assuranceSchema, "the weakest of all that was covered", isRequired: true),
        member("covered", .array(of: coveredSchema), "every rectangle that was painted, in order", isRequired: true),
        member("matches", .array(of: matchesSchema), "how many elements each rule found whose target names elements"),
        member("detected", .bool, "true if targets were found by looking: more may be there than was found"),
        lookedForMember,
        member("models", .array(of: .string), "what it was looked for with"),
        member("warnings", .array(of: .string), "what you have to know before you rely on the picture"),
    ])

    static let lookedForMember = member(
        "lookedFor",
        .array(of: .word(among: Detector.modelNames.keys.sorted())),
        "what was looked for in the picture"
    )

    static let snapshotSchema = JSONSchema.object([
        member("width", .integer(atLeast: 1), "in pixels, after any turn that the file asks for", isRequired: true),
        member("height", .integer(atLeast: 1), "in pixels, after any turn that the file asks for", isRequired: true),
        member(
            "format",
            .word(among: ImageFormat.allCases.map(\.rawValue)),
            "the format of the file",
            isRequired: true
        ),
    ])

    private static let coveredSchema = JSONSchema.object(
        paintedMembers + [
            member("warning", .string, "what is known to get at text beneath the style"),
            member(
                "message",
                .word(among: [MessageOutcome.omitted.rawValue]),
                "what became of the words of a message, where they were not drawn"
            ),
        ]
    )

    private static let matchesSchema = JSONSchema.object([
        member("rule", .integer(atLeast: 0), "the index of the rule in the policy", isRequired: true),
        member("count", .integer(atLeast: 0), "how many elements are covered", isRequired: true),
    ])

    static let elementSchema = JSONSchema.object([
        member("type", .string, "what kind of element it is, in the words of the tool", isRequired: true),
        member("identifier", .string, "what it is called in code"),
    ])

    static let rectSchema = JSONSchema.object([
        member("x", .integer(atLeast: 0), "the first column", isRequired: true),
        member("y", .integer(atLeast: 0), "the first row", isRequired: true),
        member("width", .integer(atLeast: 1), "the number of columns", isRequired: true),
        member("height", .integer(atLeast: 1), "the number of rows", isRequired: true),
    ])

    private static let assuranceSchema = JSONSchema.word(among: Assurance.allCases.map(\.rawValue))

    /// The members that a rectangle has in a receipt and in a plan.
    fileprivate static let paintedMembers = [
        member("rule", .integer(atLeast: 0), "the index of the rule in the policy", isRequired: true),
        member("target", .string, "the word for the rule's target", isRequired: true),
        member("rect", rectSchema, "the place of the rectangle, in pixels of the picture", isRequired: true),
        member("shape", .string, "the outline of what was painted in the rectangle, where that is not all of it"),
        member("style", .word(among: Style.kinds), "the word for the rule's style", isRequired: true),
        member("matched", elementSchema, "the element that was covered"),
        member(
            "found",
            .word(among: Finding.Source.allCases.map(\.rawValue)),
            "what was seen there, if the target is found by looking"
        ),
        member("kind", .string, "the kind of what was seen"),
        member("score", .number(in: 0...1), "how sure it is that it is there"),
        member("outside", .bool, "true for a part of the screen that the hierarchy is not about"),
        member("assurance", assuranceSchema, "what the style promises", isRequired: true),
    ]

    static func member(
        _ name: String,
        _ schema: JSONSchema,
        _ help: String,
        isRequired: Bool = false
    ) -> JSONSchema.Member {
        JSONSchema.Member(name, schema.described(help.capitalizedSentence), isRequired: isRequired)
    }
}

extension PlannedStep {
    /// What the JSON of a planned rectangle is.
    public static let schema = JSONSchema.object(Receipt.paintedMembers)
}
