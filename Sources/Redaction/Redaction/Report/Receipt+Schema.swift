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
            "state of the app, if the request named it"
        ),
        .required("snapshot", snapshotSchema, "the snapshot that was sent"),
        .optional(
            "verified",
            .word(among: [Verification.structure.rawValue]),
            "extent to which the snapshot was checked, if its pixels were not decoded"
        ),
        .required("assurance", .word(of: Assurance.self), "the weakest assurance of all covers"),
        .required("covered", .array(of: coveredSchema), "every rectangle that was painted, in order"),
        .optional(
            "matches",
            .array(of: matchesSchema),
            "number of elements that each rule for elements found"
        ),
        .optional("detected", .bool, "true if targets were found by looking, which may miss some"),
        lookedForMember,
        .optional("models", .array(of: .string), "models that looked at the snapshot"),
        .optional("warnings", .array(of: .string), "limits of the result, to read before you rely on it"),
        .optional("sealed", SealingFate.schema, "the fate of the covered pixels, if sealing is asked for or forbidden"),
    ])

    static let lookedForMember = JSONSchema.Member.optional(
        "lookedFor",
        .array(of: .word(among: Detector.modelNames.keys.sorted())),
        "kinds of things looked for in the snapshot"
    )

    static let reasonSchema = JSONSchema.word(of: FindingReason.self)

    static let snapshotSchema = JSONSchema.object([
        .required("width", .integer(atLeast: 1), "in pixels, after the rotation that the file states"),
        .required("height", .integer(atLeast: 1), "in pixels, after the rotation that the file states"),
        .required("format", .word(of: ImageFormat.self), "the format of the file"),
    ])

    private static let coveredSchema = JSONSchema.object(
        paintedMembers + [
            .optional("warning", .string, "what the cover may still show, such as a known attack on text beneath it"),
            .optional(
                "message",
                .word(among: [MessageOutcome.omitted.rawValue]),
                "the reason why the words of a message or a label were not drawn"
            ),
        ]
    )

    private static let matchesSchema = JSONSchema.object([
        .required("rule", .integer(atLeast: 0), "the index of the rule in the policy"),
        .required("count", .integer(atLeast: 0), "number of covered elements"),
    ])

    static let elementSchema = JSONSchema.object([
        .required("type", .string, "the type of the element, in the tool's words"),
        .optional("identifier", .string, "its identifier in code"),
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
        .required("rect", rectSchema, "the rectangle, in pixels of the snapshot"),
        .optional("shape", .string, "the painted outline, if it does not fill the rectangle"),
        .required("style", .word(among: Style.kinds), "the word for the rule's style"),
        .optional("matched", elementSchema, "the element that was covered"),
        .optional(
            "found",
            .word(of: Finding.Source.self),
            "the finding, if the target is found by looking"
        ),
        .optional("kind", .string, "the kind of the finding"),
        .optional("score", .number(in: 0...1), "confidence of the finding"),
        .optional("reason", reasonSchema, "the evidence for the finding or the element"),
        .optional("outside", .bool, "true for a part of the screen outside the page source"),
        .required("assurance", .word(of: Assurance.self), "the assurance of the style"),
    ]
}

extension PlannedStep {
    /// The form of a planned rectangle in JSON.
    public static let schema = JSONSchema.object(Receipt.paintedMembers)
}
