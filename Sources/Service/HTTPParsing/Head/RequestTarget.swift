import HTTPTypes

/// What a request is for (RFC 9112, section 3.2), in the forms that a server that is no proxy takes.
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
