public import HTTPTypes

/// The head of a request with what it says about the message and the connection.
public struct RequestHead: Sendable, Hashable {
    /// Method, scheme, authority, path with query, and the fields but `Host`, which is the authority. Of fields that carry
    /// secrets the values are in ``secrets``.
    public let request: HTTPRequest

    /// The values of the fields that carry secrets.
    public let secrets: SecretFields

    /// The request target as it was sent; the path of ``request`` unless the target is an absolute URI.
    public let target: String

    /// 0 or 1, of HTTP/1.0 and HTTP/1.1.
    public let minorVersion: Int

    /// How the end of the body is found.
    public let framing: BodyFraming

    /// Whether the sender waits for `100 Continue` before it sends the body. Never true where there is no body.
    public let expectsContinue: Bool

    /// Whether the sender wants the connection kept open after the reply (RFC 9112, section 9.3).
    public let keepsConnectionOpen: Bool

    /// Puts a head together and checks what its parts say about each other.
    init(_ line: RequestLine, _ section: FieldSection) throws(RequestError) {
        var fields = section.fields
        secrets = section.secrets
        let control = try ControlFields(fields, minorVersion: line.minorVersion)
        let authority: String?
        if let origin = line.target.origin {
            // Section 3.2.2 of RFC 9112 has the target win over a Host that differs. A proxy ahead may have used the other.
            guard control.host.map({ $0.lowercased() == origin.authority.lowercased() }) ?? true else {
                throw .contradictoryHost
            }
            authority = origin.authority
        } else {
            authority = control.host
        }
        if let hostIndex = control.hostIndex { fields.remove(at: hostIndex) }
        request = HTTPRequest(
            method: line.method,
            scheme: line.target.origin?.scheme ?? "http",
            authority: authority,
            path: line.target.path,
            headerFields: fields
        )
        target = line.target.text
        minorVersion = line.minorVersion
        framing = control.framing
        expectsContinue = control.expectsContinue && line.minorVersion == 1 && control.framing.mayHaveBytes
        keepsConnectionOpen =
            line.minorVersion == 1
            ? !control.connectionCloses : control.connectionKeepAlive && !control.connectionCloses
    }
}
