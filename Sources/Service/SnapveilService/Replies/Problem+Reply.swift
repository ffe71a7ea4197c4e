package import HTTPServer
package import HTTPTypes
import RedactionJobs
import SecureMemory

extension Problem {
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

    private struct Document: Encodable {
        let type: String
        let title: String
        let status: Int
        let detail: String
        let help: String
        let pointer: String?
        let parameter: String?
    }
}

extension JSONText {
    /// A reply with `value` as its body, or without a body where memory lacks for one: the status says enough.
    package static func response(_ head: HTTPResponse, type: String, _ value: some Encodable) -> HTTPServerResponse {
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
