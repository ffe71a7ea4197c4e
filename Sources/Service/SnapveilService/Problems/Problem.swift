import Foundation
import HTTPServer
import HTTPTypes
import SecureMemory
import StrictJSON

/// An error reply as `application/problem+json` (RFC 9457). Holds nothing of the snapshot.
struct Problem: Error, Equatable {
    let kind: ProblemKind
    let detail: String
    /// The place of the fault in the policy (RFC 6901).
    let pointer: String?
    /// The query parameter, form part or member of the body that is at fault.
    let parameter: String?
    /// Fields that the status demands: `Allow`, `Retry-After`.
    let fields: HTTPFields

    /// The end of the detail.
    enum NextStep {
        /// The remedy of the kind.
        case ofKind
        /// Nothing, as the detail names the remedy.
        case said
    }

    /// States a problem.
    ///
    /// - Parameters:
    ///   - detail: The fault of this request in sentences, to which `next` adds.
    ///   - pointer: The place in the policy.
    ///   - parameter: The query parameter, form part or member of the body.
    ///   - fields: Fields that the status demands.
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

    init(
        _ kind: some ProblemTopic,
        _ detail: String,
        next: NextStep = .ofKind,
        parameter: String? = nil,
        fields: HTTPFields = [:]
    ) {
        self.init(ProblemKind(kind), detail, next: next, parameter: parameter, fields: fields)
    }

    var status: HTTPResponse.Status { kind.definition.status }

    var response: HTTPServerResponse {
        let document = Document(
            type: kind.type,
            title: kind.definition.title,
            status: status.code,
            detail: detail,
            help: kind.help,
            pointer: pointer,
            parameter: parameter
        )
        return JSONText.response(.uncached(status, fields), type: "application/problem+json", document)
    }

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

enum JSONText {
    /// `value` as compact JSON with members in alphabetical order, so that the same value gives the same bytes.
    static func encode(_ value: some Encodable) throws(OutOfMemory) -> SecureBytes {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Our own types always encode.
        guard let data = try? encoder.encode(value) else { throw OutOfMemory.unknown }
        return try SecureBytes(copying: data)
    }

    /// A reply with `value` as its body, or without a body where memory lacks for one: the status says enough.
    static func response(_ head: HTTPResponse, type: String, _ value: some Encodable) -> HTTPServerResponse {
        guard let body = try? encode(value) else { return HTTPServerResponse(head: head, body: SecureBytes()) }
        var head = head
        head.headerFields[.contentType] = type
        return HTTPServerResponse(head: head, body: body)
    }
}

extension HTTPResponse {
    /// The head of a reply that nobody may keep.
    static func uncached(_ status: Status = .ok, _ fields: HTTPFields = [:]) -> HTTPResponse {
        var head = HTTPResponse(status: status, headerFields: fields)
        head.headerFields[.cacheControl] = "no-store"
        head.headerFields[.xContentTypeOptions] = "nosniff"
        return head
    }
}
