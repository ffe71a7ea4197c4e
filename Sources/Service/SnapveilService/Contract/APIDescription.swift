import HTTPTypes
import Redaction
public import StrictJSON

/// The API in OpenAPI 3.1, made from the declarations by which the server reads requests and writes replies.
public enum APIDescription {
    /// The version of the API, which is that of the program.
    public static let version = "0.1.0"

    /// The whole description.
    public static let document: JSONTree = [
        "openapi": "3.1.0",
        "info": [
            "title": "Snapveil",
            "version": .string(version),
            "summary": "Screenshots that are safe to keep.",
            "description": .string(summary),
            "license": ["name": "Apache 2.0", "identifier": "Apache-2.0"],
        ],
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "servers": [["url": "/", "description": "The server of this description."]],
        "tags": .array(APITag.allCases.map { ["name": .string($0.rawValue), "description": .string($0.help)] }),
        "paths": paths,
        "components": [
            "schemas": .object(APISchemas.all.map { JSONTree.Member($0.name, APISchemas.tree($0.schema)) }),
            "headers": .object(APIHeader.allCases.map { JSONTree.Member($0.rawValue, $0.tree) }),
            "securitySchemes": [
                "bearer": ["type": "http", "scheme": "bearer", "description": "One of the server's keys."],
                "apiKey": [
                    "type": "apiKey", "in": "header", "name": .string(HTTPField.Name.apiKey.rawName),
                    "description": "The same key, if a proxy uses Authorization itself.",
                ],
            ],
        ],
    ]

    private static let summary = """
        Snapveil takes a screenshot and returns one that is safe to keep: blacked out, covered by a picture or by \
        frosted glass, blurred or pixelated, whole or in part. It fails closed: an error never holds a pixel. Errors are \
        problem documents (RFC 9457); their `help` links to the meaning and the remedy. Every path takes the methods \
        that are described, and answers any other method with a 405 and `Allow`. Any other path, except the files of the page at `/`, is a 404. If a server lists \
        origins, replies also have the fields of CORS (Fetch Standard, section 3.2).
        """

    private static let paths = JSONTree.object(
        Route.templates.compactMap { template in
            guard let route = Route(path: template[...]) else { return nil }
            let operations = route.methods.map { method in
                JSONTree.Member(method.rawValue.lowercased(), APIOperation(route, method).tree)
            }
            return JSONTree.Member(template, .object(operations))
        }
    )
}

/// The groups of operations.
enum APITag: String, CaseIterable {
    case snapshots = "Snapshots"
    case policies = "Policies"
    case operation = "Operation"
    case description = "Description"

    var help: String {
        switch self {
        case .snapshots: "Cover what is sensitive in a screenshot."
        case .policies: "The policies that the server has by name."
        case .operation: "Probes: whether the server lives, and takes work."
        case .description: "Documents about the server, the same for everybody."
        }
    }
}
