public import HTTPTypes
public import SecureMemory

/// The service that answers the requests of a server.
///
/// Each of these calls is made on the way of a connection and must return at once. Work that takes time belongs into
/// ``HTTPServerAnswer/afterBody(in:_:)``.
public protocol HTTPHandler: Sendable {
    /// Judges a request by its head, once: with a reply, or with the use of its body.
    ///
    /// Called before any byte of the body is awaited or asked for.
    func answer(_ request: HTTPServerRequest) -> HTTPServerAnswer

    /// The reply that the server gives by itself: to a message that is malformed, too large or too slow, or when it is
    /// full, shutting down or out of memory.
    ///
    /// - Parameters:
    ///   - status: 400, 408, 413, 414, 417, 431, 501, 503 or 505.
    ///   - detail: A sentence for the client, without a byte of the request.
    ///   - head: The head of the request; nil if it was not read whole or is malformed.
    func response(status: HTTPResponse.Status, detail: String, to head: HTTPRequest?) -> HTTPServerResponse

    /// Whether there is so little time for requests with a body that come from a peer now that they are better not read. Then its
    /// connections get ``refusalOfWork()`` if what comes begins with `POST`, and next to nothing of that is read.
    ///
    /// - Parameters:
    ///   - peer: The address or network, as ``SocketAddress/network`` gives it.
    ///   - count: Its connections that were accepted and not looked at yet.
    func refusesWork(from peer: String, behind count: Int) -> Bool

    /// The reply to requests for which there is no time. Asked for once a second at most.
    func refusalOfWork() -> HTTPServerResponse

    /// Notes that a request got that reply.
    func noteRefusalOfWork(from peer: String)

    /// Whether this request is to be answered although the server has all the connections that it takes. If it is not, the
    /// request is refused and never judged.
    ///
    /// For health probes: an overloaded server that is taken for a dead one gets restarted and loses its work.
    func isProbe(_ head: HTTPRequest) -> Bool
}

extension HTTPHandler {
    /// There is always time.
    public func refusesWork(from peer: String, behind count: Int) -> Bool { false }

    /// A reply of the server itself.
    public func refusalOfWork() -> HTTPServerResponse {
        response(status: .serviceUnavailable, detail: "The server has no time for another request.", to: nil)
    }

    /// Notes nothing.
    public func noteRefusalOfWork(from peer: String) {}

    /// No request is a probe.
    public func isProbe(_ head: HTTPRequest) -> Bool { false }
}

/// The answer to a request, decided by its head.
public enum HTTPServerAnswer: Sendable {
    /// A reply that ends the exchange without reading the body: a refusal, or the answer to a request that needs no work.
    case reply(HTTPServerResponse)

    /// A reply that the closure makes of the body, its framing removed; empty if there is none.
    ///
    /// The body is read straight into the memory that the source gives. A sparse one is asked for the whole length of a body
    /// that is announced, before any of it is there. Where each body takes a descriptor that way,
    /// ``HTTPServerConfiguration/descriptorsPerBody`` has to say so.
    ///
    /// The task is cancelled when the client goes away, when the request timeout passes and when a shutdown runs out of
    /// its grace period. After the latter two the reply is not waited for any longer.
    case afterBody(in: MemorySource = .process, @Sendable (_ body: SecureBytes) async -> HTTPServerResponse)
}
