import HTTPTypes

/// `method SP request-target SP HTTP-version` (RFC 9112, section 3).
struct RequestLine {
    let method: HTTPRequest.Method
    let target: RequestTarget

    /// 0 or 1, of HTTP/1.0 and HTTP/1.1.
    let minorVersion: Int

    /// Parses a line without its line end, which holds no control character but tabs.
    init(parsing line: Span<UInt8>) throws(RequestError) {
        guard let methodEnd = line.firstIndex(of: .space),
            let targetEnd = line.firstIndex(of: .space, from: methodEnd + 1),
            line.firstIndex(of: .space, from: targetEnd + 1) == nil,
            methodEnd > 0, targetEnd > methodEnd + 1, targetEnd + 1 < line.count
        else { throw .malformedRequestLine }

        let methodBytes = line.extracting(0..<methodEnd)
        guard methodBytes.allSatisfy({ $0.isTokenCharacter }) else { throw .malformedMethod }
        let targetBytes = line.extracting(methodEnd + 1..<targetEnd)
        guard targetBytes.allSatisfy({ $0.isVisibleASCII }) else { throw .malformedTarget }
        // The version comes before the method: `PRI * HTTP/2.0` wants to hear 505 and not 501.
        minorVersion = try Self.minorVersion(line.extracting((targetEnd + 1)...))
        method = try Self.method(methodBytes)
        target = try RequestTarget(parsing: targetBytes, method: method)
    }

    /// `HTTP/` DIGIT `.` DIGIT, 1.0 or 1.1 (RFC 9112, section 2.3).
    private static func minorVersion(_ version: Span<UInt8>) throws(RequestError) -> Int {
        guard version.count == 8, version.extracting(0..<5).equals("HTTP/"),
            version[5].isDigit, version[6] == UInt8(ascii: "."), version[7].isDigit
        else { throw .malformedVersion }
        switch (version[5], version[7]) {
        case (UInt8(ascii: "1"), UInt8(ascii: "0")): return 0
        case (UInt8(ascii: "1"), UInt8(ascii: "1")): return 1
        default: throw .unsupportedVersion
        }
    }

    /// The methods of RFC 9110, section 9, PATCH (RFC 5789) and QUERY (draft-ietf-httpbis-safe-method-w-body), so that a path
    /// that refuses one can list the others. CONNECT is for proxies, and this is none.
    private static func method(_ name: Span<UInt8>) throws(RequestError) -> HTTPRequest.Method {
        if name.equals("GET") { return .get }
        if name.equals("POST") { return .post }
        if name.equals("HEAD") { return .head }
        if name.equals("PUT") { return .put }
        if name.equals("DELETE") { return .delete }
        if name.equals("OPTIONS") { return .options }
        if name.equals("PATCH") { return .patch }
        if name.equals("TRACE") { return .trace }
        if name.equals("QUERY"), let query = HTTPRequest.Method("QUERY") { return query }
        throw .unsupportedMethod
    }
}

/// The target of a request (RFC 9112, section 3.2), in the forms that a server that is no proxy takes.
struct RequestTarget {
    /// The target as it was sent.
    let text: String

    /// `/…` with the query, or `*`.
    let path: String

    /// The scheme and authority of an absolute target; nil for the other forms.
    let origin: (scheme: String, authority: String)?

    /// Parses a target of visible ASCII, in one of the forms that go with `method`.
    init(parsing bytes: Span<UInt8>, method: HTTPRequest.Method) throws(RequestError) {
        // A fragment is never sent (RFC 9112, section 3.2), and whether it belongs to the path is open to two readings.
        guard bytes.firstIndex(of: UInt8(ascii: "#")) == nil, bytes.hasWellFormedEscapes else { throw .malformedTarget }
        text = bytes.text
        if bytes[0] == UInt8(ascii: "/") {
            path = text
            origin = nil
        } else if bytes.equals("*") {
            guard method == .options else { throw .malformedTarget }
            path = text
            origin = nil
        } else {
            let absolute = try Self.absolute(bytes)
            path = absolute.path
            origin = (absolute.scheme, absolute.authority)
        }
    }

    /// `http://` or `https://`, an authority, and a path that is `/` if missing (RFC 9112, section 3.2.2).
    private static func absolute(
        _ bytes: Span<UInt8>
    ) throws(RequestError) -> (scheme: String, authority: String, path: String) {
        let scheme: String
        let authorityStart: Int
        if bytes.count > 7, bytes.extracting(0..<7).equals("http://", ignoringCase: true) {
            (scheme, authorityStart) = ("http", 7)
        } else if bytes.count > 8, bytes.extracting(0..<8).equals("https://", ignoringCase: true) {
            (scheme, authorityStart) = ("https", 8)
        } else {
            throw .malformedTarget
        }
        var authorityEnd = authorityStart
        while authorityEnd < bytes.count, bytes[authorityEnd] != UInt8(ascii: "/"),
            bytes[authorityEnd] != UInt8(ascii: "?")
        {
            authorityEnd += 1
        }
        let authority = bytes.extracting(authorityStart..<authorityEnd)
        guard Authority.isValid(authority) else { throw .malformedTarget }
        let path = bytes.extracting(authorityEnd...).text
        return (scheme, authority.text, path.hasPrefix("/") ? path : "/" + path)
    }
}
