import Detection
import ImageCore
public import StrictJSON

extension Receipt {
    /// The form of a receipt in JSON.
    public static let schema = JSONSchema.object([
        .optional("policy", .string, "the name of the policy"),
        .optional(
            "phase",
            .word(of: Phase.self),
            "what the app was doing, if the request said so"
        ),
        .required("snapshot", snapshotSchema, "what was sent"),
        .optional(
            "verified",
            .word(among: [Verification.structure.rawValue]),
            "how far the snapshot was checked, if its pixels were not decoded"
        ),
        .required("assurance", .word(of: Assurance.self), "the weakest of all that was covered"),
        .required("covered", .array(of: coveredSchema), "every rectangle that was painted, in order"),
        .optional(
            "matches",
            .array(of: matchesSchema),
            "how many elements each rule found whose target names elements"
        ),
        .optional("detected", .bool, "true if targets were found by looking: more may be there than was found"),
        lookedForMember,
        .optional("models", .array(of: .string), "what it was looked for with"),
        .optional("warnings", .array(of: .string), "what you have to know before you rely on the picture"),
    ])

    static let lookedForMember = JSONSchema.Member.optional(
        "lookedFor",
        .array(of: .word(among: Detector.modelNames.keys.sorted())),
        "what was looked for in the picture"
    )

    static let snapshotSchema = JSONSchema.object([
        .required("width", .integer(atLeast: 1), "in pixels, after any turn that the file asks for"),
        .required("height", .integer(atLeast: 1), "in pixels, after any turn that the file asks for"),
        .required("format", .word(of: ImageFormat.self), "the format of the file"),
    ])

    private static let coveredSchema = JSONSchema.object(
        paintedMembers + [
            .optional("warning", .string, "what is known to get at text beneath the style"),
            .optional(
                "message",
                .word(among: [MessageOutcome.omitted.rawValue]),
                "what became of the words of a message, where they were not drawn"
            ),
        ]
    )

    private static let matchesSchema = JSONSchema.object([
        .required("rule", .integer(atLeast: 0), "the index of the rule in the policy"),
        .required("count", .integer(atLeast: 0), "how many elements are covered"),
    ])

    static let elementSchema = JSONSchema.object([
        .required("type", .string, "what kind of element it is, in the words of the tool"),
        .optional("identifier", .string, "what it is called in code"),
    ])

    static let rectSchema = JSONSchema.object([
        .required("x", .integer(atLeast: 0), "the first column"),
        .required("y", .integer(atLeast: 0), "the first row"),
        .required("width", .integer(atLeast: 1), "the number of columns"),
        .required("height", .integer(atLeast: 1), "the number of rows"),
    ])

    /// The members of a rectangle in a receipt and in a plan.
    fileprivate static let paintedMembers: [JSONSchema.Member] = [
        .required("rule", .integer(atLeast: 0), "the index of the rule in the policy"),
        .required("target", .string, "the word for the rule's target"),
        .required("rect", rectSchema, "the place of the rectangle, in pixels of the picture"),
        .optional("shape", .string, "the outline of what was painted in the rectangle, where that is not all of it"),
        .required("style", .word(among: Style.kinds), "the word for the rule's style"),
        .optional("matched", elementSchema, "the element that was covered"),
        .optional(
            "found",
            .word(of: Finding.Source.self),
            "what was seen there, if the target is found by looking"
        ),
        .optional("kind", .string, "the kind of what was seen"),
        .optional("score", .number(in: 0...1), "how sure it is that it is there"),
        .optional("outside", .bool, "true for a part of the screen that the hierarchy is not about"),
        .required("assurance", .word(of: Assurance.self), "what the style promises"),
    ]
}

extension PlannedStep {
    /// The form of a planned rectangle in JSON.
    public static let schema = JSONSchema.object(Receipt.paintedMembers)
}
