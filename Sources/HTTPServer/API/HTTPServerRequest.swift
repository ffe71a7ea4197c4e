public import HTTPParsing
public import HTTPTypes
public import SecureMemory

/// A request.
public struct HTTPServerRequest: Sendable {
    /// Method, scheme, authority, path with query, and the fields but `Host`, which is the authority. Of fields that carry
    /// secrets the values are in ``secrets``.
    public let head: HTTPRequest

    /// The values of the fields that carry secrets.
    public let secrets: SecretFields

    /// The body, its framing removed; empty if there was none, or if it was not read yet.
    public internal(set) var body: SecureBytes

    /// The other end of the connection, which may be a proxy.
    public let remoteAddress: SocketAddress

    /// The memory for the reply, to be reserved before a large one is made.
    public let replyRoom: ReplyRoom

    /// Puts a request together, as the server does and as a test may.
    public init(
        head: HTTPRequest,
        secrets: SecretFields = SecretFields(),
        body: SecureBytes = SecureBytes(),
        remoteAddress: SocketAddress,
        replyRoom: ReplyRoom = ReplyRoom()
    ) {
        self.head = head
        self.secrets = secrets
        self.body = body
        self.remoteAddress = remoteAddress
        self.replyRoom = replyRoom
    }
}
