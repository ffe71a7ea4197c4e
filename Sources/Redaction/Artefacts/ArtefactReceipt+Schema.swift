public import StrictJSON

extension ArtefactReceipt {
    /// The schema of the receipt as JSON.
    public static let schema = JSONSchema.object([
        .required("entries", .array(of: .reference(to: "ArtefactEntry")), "all entries, without directories")
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
