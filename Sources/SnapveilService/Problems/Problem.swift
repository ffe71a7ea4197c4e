import HTTPServer
import HTTPTypes

/// An error reply as `application/problem+json` (RFC 9457). Holds nothing of the snapshot.
struct Problem: Error, Equatable {
    /// The status of the reply.
    let status: HTTPResponse.Status
    /// The stable part of the type `urn:snapveil:problem:code`.
    let code: String
    /// What this kind of problem is, in a few words.
    let title: String
    /// What is wrong this time.
    let detail: String
    /// The place in the policy that is at fault (RFC 6901).
    var pointer: String?
    /// The query parameter, form part or member of the body that is at fault.
    var parameter: String?
    /// Fields that the status asks for: `Allow`, `Retry-After`.
    var fields: HTTPFields = [:]

    /// The problem as a reply to the client.
    var response: HTTPServerResponse {
        var head = HTTPResponse(status: status, headerFields: fields)
        head.headerFields[.cacheControl] = "no-store"
        head.headerFields[.xContentTypeOptions] = "nosniff"
        let document = Document(
            type: "urn:snapveil:problem:\(code)",
            title: title,
            status: status.code,
            detail: detail,
            pointer: pointer,
            parameter: parameter
        )
        return JSONText.response(head, type: "application/problem+json", document)
    }

    private struct Document: Encodable {
        let type: String
        let title: String
        let status: Int
        let detail: String
        let pointer: String?
        let parameter: String?
    }
}
