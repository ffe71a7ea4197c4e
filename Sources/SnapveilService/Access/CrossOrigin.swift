import HTTPServer
import HTTPTypes
import SecureMemory

/// Cross-origin resource sharing for the origins on a list (Fetch Standard, section 3.2). An empty list is off.
struct CrossOrigin: Sendable {
    /// Origins that may call, as browsers send them: `https://tests.example.org`.
    let allowedOrigins: Set<String>

    /// The answer to a preflight from an allowed origin; nil for everything else.
    func preflight(_ head: HTTPRequest) -> HTTPServerResponse? {
        guard head.method == .options, origin(of: head) != nil,
            head.headerFields[.accessControlRequestMethod] != nil
        else { return nil }
        var reply = HTTPResponse(status: .noContent)
        reply.headerFields[.accessControlAllowMethods] = "POST, GET"
        reply.headerFields[.accessControlAllowHeaders] = "Authorization, API-Key, Content-Type, X-Request-Id"
        reply.headerFields[.accessControlMaxAge] = "600"
        return HTTPServerResponse(head: reply, body: SecureBytes())
    }

    /// Lets a script of an allowed origin read `response`.
    func mark(_ response: inout HTTPServerResponse, for head: HTTPRequest) {
        guard !allowedOrigins.isEmpty else { return }
        response.head.headerFields[.vary] = "Origin"
        guard let origin = origin(of: head) else { return }
        response.head.headerFields[.accessControlAllowOrigin] = origin
        response.head.headerFields[.accessControlExposeHeaders] = "Snapveil-Receipt, X-Request-Id, Retry-After"
    }

    private func origin(of head: HTTPRequest) -> String? {
        head.headerFields[.origin].flatMap { allowedOrigins.contains($0) ? $0 : nil }
    }
}
