import HTTPServer
import HTTPTypes
import StrictJSON

/// An error reply as `application/problem+json` (RFC 9457). Holds nothing of the snapshot.
struct Problem: Error, Equatable {
    /// What kind of problem it is, which says all that is the same every time.
    let kind: ProblemKind
    /// What is wrong this time, and what to do, as sentences.
    let detail: String
    /// The place in the policy that is at fault (RFC 6901).
    let pointer: String?
    /// The query parameter, form part or member of the body that is at fault.
    let parameter: String?
    /// Fields that the status asks for: `Allow`, `Retry-After`.
    let fields: HTTPFields

    /// What follows what is wrong.
    enum NextStep {
        /// What to do about every problem of the kind.
        case ofKind
        /// Nothing, as what is wrong says what to do.
        case said
    }

    /// States a problem.
    ///
    /// - Parameters:
    ///   - kind: Its kind.
    ///   - detail: What is wrong this time: a sentence, or more.
    ///   - next: What to do about it, which is the end of ``detail``.
    ///   - pointer: The place in the policy.
    ///   - parameter: The query parameter, form part or member of the body.
    ///   - fields: Fields that the status asks for.
    init(
        _ kind: ProblemKind,
        _ detail: String,
        next: NextStep = .ofKind,
        pointer: String? = nil,
        parameter: String? = nil,
        fields: HTTPFields = [:]
    ) {
        self.kind = kind
        self.detail = next == .said ? detail : "\(detail) \(kind.remedy)"
        self.pointer = pointer
        self.parameter = parameter
        self.fields = fields
    }

    /// States a problem of a kind that has no place in the policy.
    init(
        _ kind: some ProblemTopic,
        _ detail: String,
        next: NextStep = .ofKind,
        parameter: String? = nil,
        fields: HTTPFields = [:]
    ) {
        self.init(ProblemKind(kind), detail, next: next, parameter: parameter, fields: fields)
    }

    /// The status of the reply.
    var status: HTTPResponse.Status { kind.definition.status }

    /// The problem as a reply to the client.
    var response: HTTPServerResponse {
        var head = HTTPResponse(status: status, headerFields: fields)
        head.headerFields[.cacheControl] = "no-store"
        head.headerFields[.xContentTypeOptions] = "nosniff"
        let document = Document(
            type: kind.type,
            title: kind.definition.title,
            status: status.code,
            detail: detail,
            help: kind.help,
            pointer: pointer,
            parameter: parameter
        )
        return JSONText.response(head, type: "application/problem+json", document)
    }

    /// What a problem document is.
    static let schema = JSONSchema.object([
        .required(
            "type",
            .word(among: ProblemKind.topics.flatMap(\.kinds).map(\.type)),
            "the kind of the problem, which never changes"
        ),
        .required("title", .string, "the kind in a few words"),
        .required("status", .integer(in: 400...599), "the status"),
        .required("detail", .string, "what is wrong this time, and what to do"),
        .required(
            "help",
            JSONSchema(["type": "string", "format": "uri-reference"]),
            "where this server explains the kind"
        ),
        .optional("pointer", JSONSchema(["type": "string", "format": "json-pointer"]), "the place in the policy"),
        .optional("parameter", .string, "the query parameter, form part or member of the body"),
    ])

    /// The members of a problem document.
    struct Document: Encodable {
        let type: String
        let title: String
        let status: Int
        let detail: String
        let help: String
        let pointer: String?
        let parameter: String?
    }
}
