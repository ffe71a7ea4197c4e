public import HTTPTypes

/// What answers the requests that the server reads.
///
/// Of the four calls only ``respond(to:)`` may take time; the others are called on the way and must return at once.
public protocol HTTPHandler: Sendable {
    /// A reply that can be given from the head alone, or nil to have the body read.
    ///
    /// Called before any byte of the body is awaited or asked for. A reply ends the exchange without reading the body: a
    /// refusal, or the answer to a request that needs no work.
    ///
    /// - Parameter request: The request without its body.
    func answer(_ request: HTTPServerRequest) -> HTTPServerResponse?

    /// The reply to a complete request.
    ///
    /// The task is cancelled when the client goes away, when the request timeout passes and when a shutdown runs out of
    /// its grace period. After the latter two the reply is not waited for any longer.
    func respond(to request: HTTPServerRequest) async -> HTTPServerResponse

    /// The reply that the server gives by itself: to a message that is malformed, too large or too slow, or when it is
    /// full, shutting down or out of memory.
    ///
    /// - Parameters:
    ///   - status: 400, 408, 413, 414, 417, 431, 501, 503 or 505.
    ///   - detail: A sentence for the client, without a byte of the request.
    ///   - head: The head of the request; nil if it was not read whole or is malformed.
    func response(status: HTTPResponse.Status, detail: String, to head: HTTPRequest?) -> HTTPServerResponse

    /// Whether this request is to be answered although the server has all the connections that it takes.
    ///
    /// For health probes: an overloaded server that is taken for a dead one gets restarted and loses what it was doing.
    func isProbe(_ head: HTTPRequest) -> Bool
}

extension HTTPHandler {
    /// No request is a probe.
    public func isProbe(_ head: HTTPRequest) -> Bool { false }
}
