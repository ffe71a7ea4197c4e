import Artefacts
import Hierarchy
import ImageCore
import Redaction
import RedactionJobs
import StrictJSON

enum APISchemas {
    static let all: [(name: String, schema: JSONSchema)] =
        [
            ("SanitizeRequest", sanitizeRequest), ("WebDriverScreenshot", webDriver), ("SanitizeForm", form),
            ("Page", Page.schema), ("Box", Page.boxSchema),
            ("Sanitized", sanitized), ("Preview", preview), ("Receipt", Receipt.schema),
            ("ReceiptInBrief", ReceiptSummary.schema), ("PlannedStep", PlannedStep.schema),
            ("SanitizedArtefact", artefact), ("ArtefactReceipt", ArtefactReceipt.schema),
            ("ArtefactEntry", ArtefactReceipt.Entry.schema), ("ArtefactReceiptInBrief", ArtefactSummary.schema),
            ("CheckReport", CheckReport.schema), ("ArtefactReport", ArtefactReport.schema),
            ("CheckedEntry", ArtefactReport.Entry.schema),
            ("Policy", Policy.objectSchema),
        ] + Policy.schemaDefinitions + [("PolicyList", ServerPolicies.listingSchema), ("Problem", Problem.schema)]

    /// The schema with references to ``all``.
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
    .described("A snapshot with its policy, page source and assets; or a zip archive in place of the snapshot.")

    private static let webDriver = JSONSchema.object(
        WebDriverMember.allCases.map { member in
            JSONSchema.Member(member.rawValue, member.schema, isRequired: member == .value)
        }
    )
    .described("WebDriver's reply to its screenshot command, unchanged.")

    /// A form; its other parts are pictures.
    private static let form: JSONSchema = {
        let parts = UploadMember.parts.map { part in
            JSONSchema.Member(part.rawValue, part.partSchema, isRequired: part == .image)
        }
        var tree = JSONSchema.object(parts).described("Every other part is an asset that a style names.").tree
        tree["additionalProperties"] = JSONSchema.binary.tree
        return JSONSchema(tree)
    }()

    private static let hierarchy = JSONSchema.Member.optional(
        "hierarchy",
        .string,
        "the page source without the texts of covered elements, if one was sent"
    )
    private static let sealed = JSONSchema.Member.optional(
        "sealed",
        .object([.required("type", .word(among: [SanitizeReply.sealedType])), .required("data", .base64)]),
        "what was covered, encrypted to the recipients of `seal`; not there where sealing is forbidden"
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
        sealed,
    ])
    .described("The sanitised snapshot and its receipt.")

    private static let artefact = JSONSchema.object([
        .required(
            "artefact",
            .object([
                .required(
                    "type",
                    .word(among: ArtefactRedactor.Form.allCases.map(\.contentType))
                ),
                .required("data", .base64),
            ])
        ),
        .required("receipt", .reference(to: "ArtefactReceipt")),
        sealed,
    ])
    .described("The sanitised artefact and its receipt.")

    private static let preview = JSONSchema.object([
        .required(
            "plan",
            .array(of: .reference(to: "PlannedStep")),
            "every rectangle of every rule, before kept places are cut out of it"
        ),
        receipt, hierarchy,
    ])
    .described("The plan: what would be covered.")
}

/// A body that the description of the API shows; it works as it is with its query.
struct APIExample {
    let name: String
    let summary: String
    /// The query that the body needs; empty for none.
    let query: String
    let body: JSONTree

    static let all = [
        APIExample(
            name: "region",
            summary: "Black out a rectangle, and refuse anything weaker",
            query: "",
            body: [
                "image": .string(picture),
                "policy": [
                    "minimumAssurance": "erased",
                    "rules": [
                        [
                            "target": ["region": ["x": 10, "y": 10, "width": 20, "height": 10]],
                            "style": ["fill": ["color": "#1c1c1e"]],
                        ]
                    ],
                ],
            ]
        ),
        APIExample(
            name: "named",
            summary: "Use a policy of the server",
            query: "",
            body: ["image": .string(picture), "policy": "frosted"]
        ),
        APIExample(
            name: "elements",
            summary: "Cover the sensitive elements of the page source",
            query: "",
            body: [
                "image": .string(picture),
                "hierarchy": .string(pageSource),
                "policy": ["rules": [["target": ["elements": "sensitive"], "style": ["veil": [:]]]]],
            ]
        ),
        APIExample(
            name: "webDriver",
            summary: "Send WebDriver's reply unchanged, with ?style=veil",
            query: "style=veil",
            body: ["value": .string(picture)]
        ),
    ]

    /// A PNG of 40 x 30 pixels, white with an orange bar.
    static let picture =
        "iVBORw0KGgoAAAANSUhEUgAAACgAAAAeAQMAAABkE86eAAAABlBMVEX////IMhQ91JSKAAAAE0lEQVR42mNgoATY//9DNkk+AADNoxZFaQaN"
        + "bgAAAABJRU5ErkJggg=="

    /// A page source of UiAutomator for ``picture``: a password field at the bar.
    private static let pageSource = """
        <hierarchy rotation="0"><android.widget.FrameLayout class="android.widget.FrameLayout" package="app" \
        bounds="[0,0][40,30]"><android.widget.EditText class="android.widget.EditText" package="app" password="true" \
        text="hunter2" bounds="[10,10][30,20]"/></android.widget.FrameLayout></hierarchy>
        """
}
