import StrictJSON

/// A header field of replies.
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

    /// The description of the field in OpenAPI.
    var tree: JSONTree { ["description": .string(help), "required": .bool(isAlwaysThere), "schema": schema.tree] }

    /// A reference to the description, for a reply.
    var reference: JSONTree.Member { JSONTree.Member(rawValue, ["$ref": "#/components/headers/\(rawValue)"]) }

    /// Whether the replies that name the field always have it.
    private var isAlwaysThere: Bool { self != .vary && self != .acceptEncoding }

    /// What the field says.
    var help: String {
        switch self {
        case .requestID: "The name of the request in the log: the client's own, or a new one."
        case .receipt: "The receipt in brief, as compact JSON."
        case .cacheControl: "Whether the reply may be kept."
        case .contentTypeOptions: "That the reply is what its type says."
        case .retryAfter: "The seconds after which it is worth to try again."
        case .wwwAuthenticate: "How a key is sent."
        case .allow: "The methods that the path takes."
        case .acceptEncoding: "The codings of a body that are taken."
        case .entityTag: "What changes with the content; for If-None-Match."
        case .vary: "The fields of the request by which the reply was chosen."
        }
    }

    private var schema: JSONSchema {
        switch self {
        case .requestID: .string(pattern: "[A-Za-z0-9._-]{1,128}")
        case .receipt:
            JSONSchema([
                "type": "string", "contentMediaType": "application/json",
                "contentSchema": APISchemas.tree(.reference(to: "ReceiptInBrief")),
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
