import Hierarchy
import ImageCore
import Redaction
import StrictJSON

/// The schemas that the description of the API refers to by name.
enum APISchemas {
    /// All schemas, by name.
    static let all: [(name: String, schema: JSONSchema)] =
        [
            ("SanitizeRequest", sanitizeRequest), ("WebDriverScreenshot", webDriver), ("SanitizeForm", form),
            ("Page", Page.schema), ("Box", Page.boxSchema),
            ("Sanitized", sanitized), ("Preview", preview), ("Receipt", Receipt.schema),
            ("ReceiptInBrief", SanitizeReply.summarySchema), ("PlannedStep", PlannedStep.schema),
            ("CheckReport", CheckReport.schema),
            ("Policy", Policy.objectSchema),
        ] + Policy.schemaDefinitions + [("PolicyList", ServerPolicies.listingSchema), ("Problem", Problem.schema)]

    /// A schema whose references are to ``all``.
    static func tree(_ schema: JSONSchema) -> JSONTree {
        schema.tree.mapStrings { text in
            text.hasPrefix(JSONSchema.definitions)
                ? "#/components/schemas/" + text.dropFirst(JSONSchema.definitions.count) : text
        }
    }

    private static let sanitizeRequest = JSONSchema.object(
        UploadMember.allCases.map { member in
            JSONSchema.Member(member.rawValue, member.schema, isRequired: member == .image)
        }
    )
    .described("A snapshot, and what goes with it.")

    private static let webDriver = JSONSchema.object(
        WebDriverMember.allCases.map { member in
            JSONSchema.Member(member.rawValue, member.schema, isRequired: member == .value)
        }
    )
    .described("WebDriver's reply to its screenshot command, as it is.")

    /// A form, whose other parts are pictures.
    private static let form: JSONSchema = {
        let parts = UploadMember.parts.map { part in
            JSONSchema.Member(part.rawValue, part.partSchema, isRequired: part == .image)
        }
        var tree = JSONSchema.object(parts).described("Every other part is a picture that a style names.").tree
        tree["additionalProperties"] = JSONSchema.binary.tree
        return JSONSchema(tree)
    }()

    private static let hierarchy = JSONSchema.Member.optional(
        "hierarchy",
        .string,
        "the page source without what covered elements say, if one was sent"
    )
    private static let receipt = JSONSchema.Member.required("receipt", .reference(to: "Receipt"))

    private static let sanitized = JSONSchema.object([
        .required(
            "image",
            .object([
                .required("type", .word(among: OutputFormat.Kind.allCases.map(\.mediaType))),
                .required("data", .base64),
            ])
        ),
        receipt, hierarchy,
    ])
    .described("The sanitised snapshot and its receipt.")

    private static let preview = JSONSchema.object([
        .required(
            "plan",
            .array(of: .reference(to: "PlannedStep")),
            "every rectangle of every rule, before what is kept is cut out of it"
        ),
        receipt, hierarchy,
    ])
    .described("What would be covered.")
}
