import HTTPTypes

/// `method SP request-target SP HTTP-version` (RFC 9112, section 3).
struct RequestLine {
    /// What is to be done.
    let method: HTTPRequest.Method
    /// What it is to be done to.
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

    /// `HTTP/` DIGIT `.` DIGIT, of which 1.0 and 1.1 are spoken (RFC 9112, section 2.3).
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
    /// that does not take one says which it takes. CONNECT is for proxies, which this is not.
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
