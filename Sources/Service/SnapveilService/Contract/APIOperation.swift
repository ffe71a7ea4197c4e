import HTTPParsing
import HTTPTypes
import StrictJSON

/// One method of one path, as the description of the API has it.
struct APIOperation {
    /// A reply that is no problem document.
    struct Reply {
        /// The status.
        var status = HTTPResponse.Status.ok
        /// What is replied, in a few words.
        let help: String
        /// The fields of the reply, besides the name of the request.
        var fields: [APIHeader] = [.cacheControl]
        /// What the body has to be, by its media type.
        var content: [(type: String, schema: JSONSchema)] = []
    }

    /// The name of the operation in clients that are made of the description.
    var id: String
    /// What operations like this do.
    let tag: APITag
    /// What the operation does, in a few words.
    let summary: String
    /// What the operation does, in more words.
    var details = ""
    /// What the path, the query and the header of a request say.
    var parameters: [JSONTree] = []
    /// The body of a request; nil if there is none.
    var body: JSONTree?
    /// The replies that are no problem documents.
    let replies: [Reply]
    /// The problems that there can be, besides those that every request can have.
    var problems: [ProblemKind] = []
    /// Whether the operation needs a key where keys are set.
    var needsKey = true
    /// Whether the body of a reply is left out.
    var isHead = false

    /// The problems that every request can have, whatever it is for.
    static let commonProblems =
        [
            RequestProblem.malformed, .timeout, .bodyTooLarge, .targetTooLong, .fieldsTooLarge, .expectationFailed,
            .versionUnsupported,
        ].map { ProblemKind($0) } + [ProblemKind(ServerProblem.overloaded)]

    /// The operation in OpenAPI.
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

    /// What is replied with one status.
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
    /// The fields that the status of all of them asks for.
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
