public import HTTPParsing
public import HTTPTypes
public import SecureMemory

/// A request whose head has been read, and whose body has not.
public struct HTTPServerRequest: Sendable {
    /// Method, scheme, authority, path with query, and the fields but `Host`, which is the authority. Of fields that carry
    /// secrets the values are in ``secrets``.
    public let head: HTTPRequest

    /// The values of the fields that carry secrets.
    public let secrets: SecretFields

    /// The other end of the connection, which may be a proxy.
    public let remoteAddress: SocketAddress

    /// The memory for the reply, to be reserved before a large one is made.
    public let replyRoom: ReplyRoom

    /// Puts a request together, as the server does and as a test may.
    public init(
        head: HTTPRequest,
        secrets: SecretFields = SecretFields(),
        remoteAddress: SocketAddress,
        replyRoom: ReplyRoom = ReplyRoom()
    ) {
        self.head = head
        self.secrets = secrets
        self.remoteAddress = remoteAddress
        self.replyRoom = replyRoom
    }
}

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
