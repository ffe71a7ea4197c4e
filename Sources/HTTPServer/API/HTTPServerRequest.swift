public import HTTPTypes
public import SecureMemory

/// A complete request.
public struct HTTPServerRequest: Sendable {
    /// Method, scheme, authority, path with query, and the fields but `Host`, which is the authority.
    public let head: HTTPRequest

    /// The body, its framing removed; empty if there was none.
    public let body: SecureBytes

    /// The other end of the connection, which may be a proxy.
    public let remoteAddress: SocketAddress

    /// Puts a request together, as the server does and as a test may.
    public init(head: HTTPRequest, body: SecureBytes, remoteAddress: SocketAddress) {
        self.head = head
        self.body = body
        self.remoteAddress = remoteAddress
    }
}
