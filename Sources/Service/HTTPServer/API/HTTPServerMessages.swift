import Dispatch
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
    /// they are not sent from here, but `Connection: upgrade` with a 101.
    public var head: HTTPResponse

    /// The body. In a reply to HEAD, the one that GET would have had: its length is sent, its bytes are not.
    public var body: SecureBytes

    /// Writes the body in place of ``body``, in pieces, or speaks another protocol where the status is 101; nil where ``body`` is all.
    ///
    /// Its task is cancelled when the client goes away, and when a shutdown runs out of its grace period. The client sees the end of
    /// the body if it returns, and a broken connection if it throws. It is not called in a reply to HEAD.
    public var stream: Stream?

    /// What writes to a connection behind a head.
    public typealias Stream = @Sendable (HTTPServerStream) async throws -> Void

    /// A reply of a head and a body.
    public init(head: HTTPResponse, body: SecureBytes) {
        self.head = head
        self.body = body
    }

    /// A reply of a head and what `stream` writes.
    public init(head: HTTPResponse, _ stream: @escaping Stream) {
        self.head = head
        self.stream = stream
        body = SecureBytes()
    }
}

/// The memory for one reply, from the budget that all replies share until their clients have taken them.
///
/// A handler reserves the bytes of its reply before it makes it; the server settles the rest.
public final class ReplyRoom: Sendable {
    private let lease: ByteLease?

    init(_ lease: ByteLease) {
        self.lease = lease
    }

    /// Room without end, for a handler that no server calls.
    public init() {
        lease = nil
    }

    /// Bytes of all replies together; nil for room without end.
    public var capacity: Int? { lease?.capacity }

    /// Reserves `bytes` in all, more or less than before.
    ///
    /// Waits on the calling thread for up to a quarter of a second, in which replies that nobody reads are ended.
    ///
    /// - Returns: Whether there is room. If there is not, the reply should be a short refusal.
    public func reserve(_ bytes: Int) -> Bool {
        lease?.resize(to: bytes, patience: .milliseconds(250)) ?? true
    }
}
