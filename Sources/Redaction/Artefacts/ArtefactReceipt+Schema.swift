import Redaction
public import StrictJSON

extension ArtefactReceipt {
    /// The schema of the receipt as JSON.
    public static let schema = JSONSchema.object([
        .required("entries", .array(of: .reference(to: "ArtefactEntry")), "all entries, without directories"),
        .optional(
            "sealed",
            SealingFate.schema,
            "the fate of the artefact as it was, if sealing is asked for or forbidden"
        ),
    ])
}

extension ArtefactReceipt.Entry {
    /// The schema of an entry as JSON.
    public static let schema = JSONSchema.object([
        .optional("name", .string, "the path in the result; none for an artefact that is a text"),
        .required("outcome", .word(of: ArtefactReceipt.Outcome.self), "what became of it"),
        .required("values", counts, "the number of values that were taken out of its texts, by kind"),
        .required("pictures", .integer(atLeast: 0), "the number of its pictures that were redacted"),
        .required("dropped", .array(of: .string), "the reasons why it, or parts of it, are not in the result"),
    ])

    private static let counts = JSONSchema([
        "type": "object", "additionalProperties": JSONSchema.integer(atLeast: 1).tree,
    ])
}

extension ArtefactReport {
    /// The schema of the report as JSON.
    public static let schema = JSONSchema.object([
        .required("entries", .array(of: .reference(to: "CheckedEntry")), "all entries, without directories")
    ])
}

extension ArtefactReport.Entry {
    /// The schema of an entry as JSON.
    public static let schema = JSONSchema.object([
        .optional("name", .string, "the path in the artefact, without secrets; none for one that is a text"),
        .required("texts", .array(of: texts), "what was found in its texts and its name, by kind"),
        .required("pictures", .array(of: picture), "what was found in its pictures"),
        .required("failures", .array(of: .string), "the reasons why it, or parts of it, could not be looked into"),
    ])

    private static let texts = JSONSchema.object([
        .required("kind", .string, "the kind of the values"),
        .required("count", .integer(atLeast: 1), "how many there are"),
        .required(
            "lines",
            .array(of: .integer(atLeast: 1)),
            "the lines of the first of them; none for those in a name"
        ),
    ])

    private static let picture = JSONSchema.object([
        .optional("line", .integer(atLeast: 1), "the line that it begins in, of a picture in a text"),
        .required("report", .reference(to: "CheckReport"), "what is sensitive in it"),
    ])
}
