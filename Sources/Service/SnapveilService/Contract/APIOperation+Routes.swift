import Artefacts
import HTTPTypes
import ImageCore
import PolicyLibrary
import Redaction
import RedactionJobs
import StrictJSON

extension APIOperation {
    init(_ route: Route, _ method: HTTPRequest.Method) {
        switch route {
        case .sanitize: self = .sanitize
        case .check: self = .check
        case .policies: self = .policies
        case .policy: self = .policy
        case .health: self = .health
        case .readiness: self = .readiness
        case .document(let document):
            self = .document(document.operationID, document.help, document.type, document.schema)
        case .playground:
            self = .document("tryIt", "A page to try the service in a browser", "text/html; charset=utf-8", .string)
        }
        if method == .put || method == .head { id += method.rawValue.lowercased().capitalizedFirst }
        isHead = method == .head
    }

    /// The problems of a request from the wrong caller.
    private static let accessProblems = [AccessProblem.unauthorized, .crossOrigin].map { ProblemKind($0) }

    private static let sanitize = APIOperation(
        id: "sanitize",
        tag: .snapshots,
        summary: "Cover what is sensitive in a screenshot, or in all that a test run leaves behind",
        details: """
            The body brings a snapshot or an artefact: a zip archive, or a text with its media type, whose pictures and texts are \
            made safe. \
            The query or the body names what to cover: by a style with its parameters, by the name of a policy, or by a \
            policy in the body. A parameter that is unknown, repeated or does not belong to the style is an error. \
            `Accept` chooses the form of the reply; by default the image.
            """,
        parameters: SanitizeOptions.Parameter.allCases.map { query($0.rawValue, $0.help, $0.schema) }
            + PolicyShorthand.parameters.map(query) + [requestID],
        body: ["required": true, "content": content(ArtefactRedactor.Form.allCases.map(\.mediaType))],
        replies: [
            Reply(
                help: "The sanitised snapshot or artefact, its receipt, or both; with `preview=true` the plan.",
                fields: [.receipt, .cacheControl, .contentTypeOptions],
                content: (OutputFormat.Kind.allCases.map(\.mediaType) + ArtefactRedactor.Form.allCases.map(\.mediaType))
                    .map { ($0, .binary) } + [
                        (
                            "application/json",
                            .any(of: ["Sanitized", "SanitizedArtefact", "Preview"].map { .reference(to: $0) })
                        ),
                        ("multipart/mixed", .binary),
                    ]
            )
        ],
        problems: workProblems
    )

    private static let check = APIOperation(
        id: "check",
        tag: .snapshots,
        summary: "Find sensitive content in a screenshot",
        details: """
            Takes the same request as sanitising, and reports what the rules of the policy would cover: the place and the \
            kind, never the value. Rules for fixed places find nothing. Without a policy it looks for all sensitive text, faces and \
            codes, and for sensitive elements if there is a page source. A clean snapshot has no findings. Of an artefact it reports \
            each entry: the kinds in its texts, and the findings in its pictures.
            """,
        parameters: SanitizeOptions.Parameter.allCases.filter { SanitizeOptions.namesOfCheck.contains($0.rawValue) }
            .map { query($0.rawValue, $0.help, $0.schema) }
            + PolicyShorthand.parameters.filter { SanitizeOptions.namesOfCheck.contains($0.name) }.map(query)
            + [requestID],
        body: ["required": true, "content": content(ArtefactRedactor.Form.allCases.map(\.mediaType))],
        replies: [
            Reply(
                help: "The findings, which may be none.",
                fields: [.cacheControl, .contentTypeOptions],
                content: [
                    ("application/json", .any(of: ["CheckReport", "ArtefactReport"].map { .reference(to: $0) }))
                ]
            )
        ],
        problems: workProblems
    )

    /// The problems of work on a snapshot.
    private static let workProblems = ProblemKind.topics.flatMap(\.kinds).filter { kind in
        !commonProblems.contains(kind)
            // An unknown path or method is no operation.
            && ![.notFound, .methodNotAllowed, .methodUnknown].map({ ProblemKind($0 as RequestProblem) }).contains(kind)
    }

    /// The bodies of a request, with an artefact of these media types in place of the snapshot.
    private static func content(_ artefacts: [String]) -> JSONTree {
        var content = JSONTree.object([])
        for type in ImageFormat.allCases.map(\.mediaType) + artefacts + ["application/octet-stream"] {
            content[type] = ["schema": JSONSchema.binary.tree]
        }
        content["application/json"] = [
            "schema": APISchemas.tree(
                .any(of: [.reference(to: "SanitizeRequest"), .reference(to: "WebDriverScreenshot")])
            ),
            "examples": .object(
                APIExample.all.map { example in
                    JSONTree.Member(example.name, ["summary": .string(example.summary), "value": example.body])
                }
            ),
        ]
        content["multipart/form-data"] = ["schema": APISchemas.tree(.reference(to: "SanitizeForm"))]
        return content
    }

    private static let policies = APIOperation(
        id: "listPolicies",
        tag: .policies,
        summary: "List the policies that the server has by name",
        parameters: [requestID],
        replies: [
            Reply(
                help: "The policies in brief.",
                fields: [.cacheControl, .contentTypeOptions],
                content: [("application/json", .reference(to: "PolicyList"))]
            )
        ],
        problems: accessProblems
    )

    private static let policy = APIOperation(
        id: "showPolicy",
        tag: .policies,
        summary: "Show a policy in the form of a request",
        parameters: [
            [
                "name": "name", "in": "path", "required": true, "description": "The name of a policy.",
                "schema": SanitizeOptions.Parameter.policy.schema.tree,
            ], requestID,
        ],
        replies: [
            Reply(
                help: "The policy.",
                fields: [.cacheControl, .contentTypeOptions],
                content: [("application/json", .reference(to: "Policy"))]
            )
        ],
        problems: accessProblems + [ProblemKind(AccessProblem.policyUnknown)]
    )

    private static let health = APIOperation(
        id: "isAlive",
        tag: .operation,
        summary: "Say whether the process lives",
        parameters: [requestID],
        replies: [Reply(help: "The process lives.", content: [("application/json", status(["ok"]))])],
        needsKey: false
    )

    private static let readiness = APIOperation(
        id: "isReady",
        tag: .operation,
        summary: "Say whether the server takes work",
        parameters: [requestID],
        replies: [
            Reply(
                help: "The server takes work. `detail` lists unusable files.",
                content: [("application/json", ServerPolicies.readinessSchema)]
            ),
            Reply(
                status: .serviceUnavailable,
                help: "The server takes no work.",
                fields: [.cacheControl, .retryAfter],
                content: [("application/json", status(["shutting down", "no worker is alive"]))]
            ),
        ],
        needsKey: false
    )

    private static func document(
        _ id: String,
        _ summary: String,
        _ type: String,
        _ schema: JSONSchema
    ) -> APIOperation {
        let fields: [APIHeader] = [.entityTag, .cacheControl, .contentTypeOptions, .vary]
        return APIOperation(
            id: id,
            tag: .description,
            summary: summary,
            details: "The document is the same for everybody: it needs no key, and may be kept while its `ETag` stays.",
            parameters: [header("If-None-Match", "The `ETag` of the client's copy."), requestID],
            replies: [
                Reply(help: "The document.", fields: fields, content: [(type, schema)]),
                Reply(status: .notModified, help: "The client's copy is current.", fields: fields),
            ],
            needsKey: false
        )
    }

    private static func status(_ words: [String]) -> JSONSchema {
        .object([.required("status", .word(among: words))])
    }

    private static func query(_ parameter: PolicyShorthand.Parameter) -> JSONTree {
        let schema = parameter.isRepeatable ? .array(of: parameter.schema, count: 1...256) : parameter.schema
        return query(parameter.name, parameter.explanations.joined(separator: ". "), schema)
    }

    private static func query(_ name: String, _ help: String, _ schema: JSONSchema) -> JSONTree {
        [
            "name": .string(name), "in": "query", "description": .string(help.capitalizedFirst + "."),
            "schema": schema.tree,
        ]
    }

    private static func header(_ name: String, _ help: String) -> JSONTree {
        ["name": .string(name), "in": "header", "description": .string(help), "schema": JSONSchema.string.tree]
    }

    private static let requestID = header(
        APIHeader.requestID.rawValue,
        "A name for the request in log and reply: 1 to 128 letters, digits, dots, hyphens and underscores. Any other is "
            + "replaced."
    )
}
