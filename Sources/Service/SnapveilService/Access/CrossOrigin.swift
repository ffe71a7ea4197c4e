import HTTPServer
package import HTTPTypes
package import RedactionJobs
import SecureMemory

/// Admits pages of a browser: pages of the server's own origin and of the origins on a list.
///
/// A page may send a request to any server (Fetch Standard, section 3.2), and needs leave only to read the reply. So a
/// request of a page of another origin is refused before any work. Programs send neither `Origin` nor `Sec-Fetch-Site`.
package struct CrossOrigin: Sendable {
    let allowedOrigins: Set<WebOrigin>

    package init(allowedOrigins: Set<WebOrigin>) {
        self.allowedOrigins = allowedOrigins
    }

    /// Refuses with a 403 the request of a page that may not call.
    package func admit(_ head: HTTPRequest) throws(Problem) {
        guard origin(of: head) == nil else { return }
        let origins = head.headerFields[values: .origin]
        // Fetch Metadata, section 2.4. Browsers send it to loopback and over TLS, also where they leave out the origin: with
        // links and pictures.
        let sites = head.headerFields[values: .secFetchSite]
        let isOwn = origins.allSatisfy { text in
            guard let origin = WebOrigin(text), let authority = head.authority else { return false }
            // A proxy may have put another `Host`. But no page can forge the words of its browser about its own origin.
            return origin.isOrigin(of: authority)
                || origins.count == 1 && sites == ["same-origin"] && origin.isTrustworthy
        }
        // An address that a person types is of no site. `same-site` is another origin, maybe of another owner.
        guard isOwn, sites.allSatisfy(["same-origin", "none"].contains) else { throw .crossOrigin() }
    }

    /// The reply to a preflight from an allowed origin; nil for everything else.
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

/// The origin of a page as a browser states it (RFC 6454, section 6.2): scheme, host and port.
public struct WebOrigin: Sendable, Hashable {
    private let scheme: String
    private let authority: Authority

    /// Reads `https://tests.example.org` or `http://127.0.0.1:9000`. Nil for everything else: a path, however short, `*`, and
    /// `null`, which all pages that hide their origin have in common.
    public init?(_ text: String) {
        let parts = text.lowercased().split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let first = parts[0].utf8.first, first.isLetter,
            parts[0].utf8.allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }),
            let authority = Authority(parts[1], defaultPort: Self.defaultPort(String(parts[0])))
        else { return nil }
        self.scheme = String(parts[0])
        self.authority = authority
    }

    /// Whether a page of this origin sent a request for `authority` (`Host`) to the server that the page itself came from.
    ///
    /// A name can be made to point at this server after its page was loaded from elsewhere (DNS rebinding). An address
    /// cannot; nor can a name over TLS, for which the server in front would need a certificate.
    func isOrigin(of authority: String) -> Bool {
        guard Authority(authority.lowercased()[...], defaultPort: Self.defaultPort(scheme)) == self.authority else {
            return false
        }
        return scheme == "https" || self.authority.isFixed
    }

    /// Whether browsers state `Sec-Fetch-Site` to it: over TLS, or on this machine (Secure Contexts, section 3.1).
    var isTrustworthy: Bool { scheme == "https" || scheme == "http" && authority.isLoopback }

    private static func defaultPort(_ scheme: String) -> Int? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }

    private struct Authority: Hashable {
        let host: Substring
        let port: Int?

        init?(_ text: Substring, defaultPort: Int?) {
            let bracket = text.hasPrefix("[") ? text.firstIndex(of: "]") : nil
            let end = bracket.map(text.index(after:)) ?? text.firstIndex(of: ":") ?? text.endIndex
            let (host, rest) = (text[..<end], text[end...])
            let name = bracket == nil ? host : host.dropFirst().dropLast()
            guard !name.isEmpty, name.utf8.allSatisfy({ bracket == nil ? $0.isPartOfName : $0.isPartOfIPv6 }),
                rest.isEmpty || rest.hasPrefix(":")
            else { return nil }
            let digits = rest.dropFirst()
            guard digits.utf8.allSatisfy(\.isDigit), digits.isEmpty || UInt16(digits) != nil else { return nil }
            self.host = host
            port = Int(digits) ?? defaultPort
        }

        var isLoopback: Bool {
            let labels = host.split(separator: ".", omittingEmptySubsequences: false)
            let isAddress = labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
            return host == "[::1]" || labels.last == "localhost" || isAddress && labels.first == "127"
        }

        /// Whether the host is known without a name service: an address, or this machine.
        var isFixed: Bool {
            // Browsers take a host that ends in a number for an IPv4 address (WHATWG URL, section 3.5).
            guard let last = host.split(separator: ".").last else { return false }
            return host.hasPrefix("[") || last == "localhost" || last.utf8.allSatisfy(\.isDigit)
        }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    fileprivate var isPartOfName: Bool { isLetter || isDigit || "-._".utf8.contains(self) }
    fileprivate var isPartOfIPv6: Bool { isDigit || "abcdef:.".utf8.contains(self) }
}
