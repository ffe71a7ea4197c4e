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
        "servers": [["url": "/", "description": "The server that this description is from."]],
        "tags": .array(APITag.allCases.map { ["name": .string($0.rawValue), "description": .string($0.help)] }),
        "paths": paths,
        "components": [
            "schemas": .object(APISchemas.all.map { JSONTree.Member($0.name, APISchemas.tree($0.schema)) }),
            "headers": .object(APIHeader.allCases.map { JSONTree.Member($0.rawValue, $0.tree) }),
            "securitySchemes": [
                "bearer": ["type": "http", "scheme": "bearer", "description": "One of the server's keys."],
                "apiKey": [
                    "type": "apiKey", "in": "header", "name": .string(HTTPField.Name.apiKey.rawName),
                    "description": "The same, where a proxy takes Authorization.",
                ],
            ],
        ],
    ]

    private static let summary = """
        Snapveil takes a screenshot and gives back one that is safe to keep: blacked out, covered by a picture or by \
        frosted glass, blurred or pixelated, whole or in part. It fails closed: an error never holds a pixel. Errors are \
        problem documents (RFC 9457), whose `help` leads to what they mean and what to do. Every path takes the methods \
        that are described, and answers any other with a 405 and `Allow`; any other path, but for the files of the page at `/`, is a 404. Where a server lists \
        origins, replies have the fields of CORS (Fetch Standard, section 3.2) besides.
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
        case .policies: "What the server covers by name."
        case .operation: "Whether the server lives, and takes work."
        case .description: "What the server says of itself, the same to everybody."
        }
    }
}
