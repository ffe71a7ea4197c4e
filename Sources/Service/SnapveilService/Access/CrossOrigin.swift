import HTTPServer
import HTTPTypes
import SecureMemory

/// Which pages of a browser may call: those of the server's own origin, and those of the origins on a list.
///
/// A page needs no leave to send a request (Fetch Standard, section 3.2), only to read the reply. So the leave is not
/// enough: what a page of another origin sends is refused before anything is done for it. Programs send neither
/// `Origin` nor `Sec-Fetch-Site`.
struct CrossOrigin: Sendable {
    /// Origins that may call and read the replies.
    let allowedOrigins: Set<WebOrigin>

    /// Refuses the request of a page that may not call.
    ///
    /// - Throws: A 403.
    func admit(_ head: HTTPRequest) throws(Problem) {
        guard origin(of: head) == nil else { return }
        let origins = head.headerFields[values: .origin]
        // Fetch Metadata, section 2.4. Browsers send it to loopback and over TLS, also where they leave out the origin: with
        // links and pictures.
        let sites = head.headerFields[values: .secFetchSite]
        let isOwn = origins.allSatisfy { text in
            guard let origin = WebOrigin(text), let authority = head.authority else { return false }
            // A proxy may have put another `Host`. But no page can forge what its browser says of where it comes from.
            return origin.isOrigin(of: authority)
                || origins.count == 1 && sites == ["same-origin"] && origin.isTrustworthy
        }
        // What a person types is of no site. `same-site` is another origin, which somebody else may hold.
        guard isOwn, sites.allSatisfy(["same-origin", "none"].contains) else { throw .crossOrigin() }
    }

    /// The answer to a preflight from an allowed origin; nil for everything else.
    func preflight(_ head: HTTPRequest) -> HTTPServerResponse? {
        guard head.method == .options, origin(of: head) != nil,
            head.headerFields[.accessControlRequestMethod] != nil
        else { return nil }
        var reply = HTTPResponse(status: .noContent)
        reply.headerFields[.accessControlAllowMethods] = "POST, PUT, GET"
        reply.headerFields[.accessControlAllowHeaders] = "Authorization, API-Key, Content-Type, X-Request-Id"
        reply.headerFields[.accessControlMaxAge] = "600"
        return HTTPServerResponse(head: reply, body: SecureBytes())
    }

    /// Lets a script of an allowed origin read `response`.
    func mark(_ response: inout HTTPServerResponse, for head: HTTPRequest) {
        guard !allowedOrigins.isEmpty else { return }
        response.head.headerFields.append(HTTPField(name: .vary, value: "Origin"))
        guard let origin = origin(of: head) else { return }
        response.head.headerFields[.accessControlAllowOrigin] = origin
        response.head.headerFields[.accessControlExposeHeaders] = "Snapveil-Receipt, X-Request-Id, Retry-After"
    }

    /// The origin on the list that the request is from.
    private func origin(of head: HTTPRequest) -> String? {
        let origins = head.headerFields[values: .origin]
        guard origins.count == 1, let origin = WebOrigin(origins[0]) else { return nil }
        return allowedOrigins.contains(origin) ? origins[0] : nil
    }
}
