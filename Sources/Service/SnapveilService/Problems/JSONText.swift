import Foundation
import HTTPServer
import HTTPTypes
import SecureMemory

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
