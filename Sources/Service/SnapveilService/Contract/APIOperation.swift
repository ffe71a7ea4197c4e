import HTTPParsing
import HTTPTypes
import RedactionJobs
import StrictJSON

/// One method of one path in the description of the API.
struct APIOperation {
    struct Reply {
        var status = HTTPResponse.Status.ok
        let help: String
        /// The fields of the reply, besides the name of the request.
        var fields: [APIHeader] = [.cacheControl]
        /// The schema of the body by its media type.
        var content: [(type: String, schema: JSONSchema)] = []
    }

    /// The name of the operation in generated clients.
    var id: String
    let tag: APITag
    let summary: String
    var details = ""
    var parameters: [JSONTree] = []
    /// The body of a request; nil for none.
    var body: JSONTree?
    let replies: [Reply]
    /// The problems of the operation, besides the problems of all requests.
    var problems: [ProblemKind] = []
    /// Whether the operation needs a key where keys are set.
    var needsKey = true
    var isHead = false

    /// The problems of all requests.
    static let commonProblems =
        [
            RequestProblem.malformed, .timeout, .bodyTooLarge, .targetTooLong, .fieldsTooLarge, .expectationFailed,
            .versionUnsupported,
        ].map { ProblemKind($0) } + [ProblemKind(ServerProblem.overloaded)]

    var tree: JSONTree {
        var tree: JSONTree = ["operationId": .string(id), "tags": [.string(tag.rawValue)], "summary": .string(summary)]
        if !details.isEmpty { tree["description"] = .string(details) }
        if !parameters.isEmpty { tree["parameters"] = .array(parameters) }
        tree["requestBody"] = body
        tree["responses"] = responses
        // The empty one: where no keys are set, none is needed.
        tree["security"] = needsKey ? [[:], ["bearer": []], ["apiKey": []]] : []
        return tree
    }

    private var responses: JSONTree {
        let all = problems + Self.commonProblems
        let statuses = Set(replies.map(\.status.code) + all.map(\.definition.status.code)).sorted()
        return .object(
            statuses.map { status in
                JSONTree.Member(
                    "\(status)",
                    response(
                        replies.first { $0.status.code == status },
                        all.filter { $0.definition.status.code == status }
                    )
                )
            }
        )
    }

    private func response(_ reply: Reply?, _ problems: [ProblemKind]) -> JSONTree {
        let texts = [reply?.help].compactMap(\.self) + problems.map { "`\($0.code)`: \($0.definition.meaning)." }
        // A request that is not well-formed has no name.
        let name: [APIHeader] = problems.contains(where: Self.commonProblems.contains) ? [] : [.requestID]
        let fields = reply?.fields ?? [.cacheControl, .contentTypeOptions] + problems.fields
        var content = (reply?.content ?? []).map { type, schema in
            JSONTree.Member(type, ["schema": APISchemas.tree(schema)])
        }
        if !problems.isEmpty {
            content.append(JSONTree.Member("application/problem+json", ["schema": APISchemas.tree(.problem(problems))]))
        }
        var tree: JSONTree = [
            "description": .string(texts.joined(separator: "\n\n")),
            "headers": .object((name + fields).map(\.reference)),
        ]
        if !isHead, !content.isEmpty { tree["content"] = .object(content) }
        return tree
    }
}

extension [ProblemKind] {
    /// The fields that the status of all of them demands.
    fileprivate var fields: [APIHeader] {
        switch first?.definition.status.code {
        case 401: [.wwwAuthenticate]
        case 415: [.acceptEncoding]
        case 503: [.retryAfter]
        default: []
        }
    }
}

extension JSONSchema {
    /// A problem document of one of `kinds`, which have one status.
    fileprivate static func problem(_ kinds: [ProblemKind]) -> JSONSchema {
        var properties: JSONTree = ["type": word(among: kinds.map(\.type)).tree]
        if let status = kinds.first?.definition.status.code {
            properties["status"] = ["const": .number(Double(status))]
        }
        return JSONSchema(["allOf": [reference(to: "Problem").tree, ["properties": properties]]])
    }
}

enum APIHeader: String, CaseIterable {
    case requestID = "X-Request-Id"
    case receipt = "Snapveil-Receipt"
    case cacheControl = "Cache-Control"
    case contentTypeOptions = "X-Content-Type-Options"
    case retryAfter = "Retry-After"
    case wwwAuthenticate = "WWW-Authenticate"
    case allow = "Allow"
    case acceptEncoding = "Accept-Encoding"
    case entityTag = "ETag"
    case vary = "Vary"

    var tree: JSONTree { ["description": .string(help), "required": .bool(isAlwaysThere), "schema": schema.tree] }

    var reference: JSONTree.Member { JSONTree.Member(rawValue, ["$ref": "#/components/headers/\(rawValue)"]) }

    /// Whether all replies that name the field have it.
    private var isAlwaysThere: Bool { self != .vary && self != .acceptEncoding }

    var help: String {
        switch self {
        case .requestID: "The name of the request in the log: the client's, or a new one."
        case .receipt: "The receipt in brief, as compact JSON."
        case .cacheControl: "Whether the reply may be kept."
        case .contentTypeOptions: "Forbids browsers to guess the type."
        case .retryAfter: "Seconds to wait before the next try."
        case .wwwAuthenticate: "The way to send a key."
        case .allow: "The methods that the path takes."
        case .acceptEncoding: "The codings that a body may have."
        case .entityTag: "The version of the content, for If-None-Match."
        case .vary: "The fields of the request that chose the reply."
        }
    }

    private var schema: JSONSchema {
        switch self {
        case .requestID: .string(pattern: "[A-Za-z0-9._-]{1,128}")
        case .receipt:
            JSONSchema([
                "type": "string", "contentMediaType": "application/json",
                "contentSchema": APISchemas.tree(
                    .any(of: [.reference(to: "ReceiptInBrief"), .reference(to: "ArtefactReceiptInBrief")])
                ),
            ])
        case .cacheControl: .word(among: ["no-store", "no-cache"])
        case .contentTypeOptions: .word(among: ["nosniff"])
        case .retryAfter: .integer(in: 1...60)
        case .wwwAuthenticate: .word(among: ["Bearer"])
        case .acceptEncoding: .word(among: ["identity"])
        case .entityTag: .string(pattern: "\"[0-9a-f]{16}(?:-gzip)?\"")
        case .allow, .vary: .string
        }
    }
}
