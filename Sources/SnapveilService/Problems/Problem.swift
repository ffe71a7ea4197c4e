import Foundation
import HTTPServer
import HTTPTypes
import SecureMemory

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

    /// The reply.
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

/// Writes replies that hold no pixels.
enum JSONText {
    /// `value` as compact JSON with members in alphabetical order, so that the same value gives the same bytes.
    ///
    /// - Throws: ``OutOfMemory``.
    static func encode(_ value: some Encodable) throws(OutOfMemory) -> SecureBytes {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Our own types always encode.
        guard let data = try? encoder.encode(value) else { throw OutOfMemory.unknown }
        return try SecureBytes(copying: data)
    }

    /// A reply with `value` as its body, or with no body where there is no memory for one: the status says enough.
    static func response(_ head: HTTPResponse, type: String, _ value: some Encodable) -> HTTPServerResponse {
        guard let body = try? encode(value) else { return HTTPServerResponse(head: head, body: SecureBytes()) }
        var head = head
        head.headerFields[.contentType] = type
        return HTTPServerResponse(head: head, body: body)
    }
}
