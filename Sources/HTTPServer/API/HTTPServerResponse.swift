public import HTTPTypes
public import SecureMemory

/// The reply to a request.
public struct HTTPServerResponse: Sendable {
    /// Status and fields. `Content-Length`, `Transfer-Encoding`, `Connection`, `Keep-Alive` and `Date` are the server's:
    /// what is here of them is not sent.
    public var head: HTTPResponse

    /// The body. In a reply to HEAD, the one that GET would have had: its length is sent, its bytes are not.
    public var body: SecureBytes

    /// A reply of a head and a body.
    public init(head: HTTPResponse, body: SecureBytes) {
        self.head = head
        self.body = body
    }
}
