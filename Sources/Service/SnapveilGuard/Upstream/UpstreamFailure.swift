import AsyncHTTPClient
import Glibc
import NIOCore
import SecureMemory

/// The reason why the server behind a guard gave no reply.
enum UpstreamFailure: Error {
    /// Nothing listens, or no name or certificate is right.
    case unreachable(String)
    /// The connection ended before the reply did.
    case broken
    /// The reply is no HTTP.
    case malformed
    /// It opens no web socket.
    case noSocket
    /// The body of the reply is packed.
    case packed
    /// The reply has more bytes than a guard takes.
    case tooLarge(limit: Int)
    /// All memory for replies is taken.
    case noRoom
    /// Nobody waits for the reply any more.
    case cancelled

    init(_ error: any Error) {
        switch error {
        case let failure as UpstreamFailure: self = failure
        case is CancellationError: self = .cancelled
        case is OutOfMemory: self = .noRoom
        case let error as HTTPClientError:
            switch error {
            case .cancelled: self = .cancelled
            case .remoteConnectionClosed, .readTimeout, .writeTimeout: self = .broken
            case .connectTimeout, .tlsHandshakeTimeout: self = .unreachable("it does not answer")
            default: self = .malformed
            }
        case let error as IOError where Self.ofConnecting.contains(error.errnoCode):
            self = .unreachable("it cannot be connected to")
        case is ChannelError, is IOError: self = .broken
        default: self = Self.reason(byTypeOf: error).map(Self.unreachable) ?? .malformed
        }
    }

    private static let ofConnecting: Set<Int32> = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT, EADDRNOTAVAIL]

    /// The reason why there is no connection, by the name of an error's type: those of names, of several addresses, and of TLS have no
    /// type in common.
    private static func reason(byTypeOf error: any Error) -> String? {
        let name = String(reflecting: type(of: error))
        if name.contains("SSL") { return "its certificate is not trusted, or it does not speak TLS" }
        if name.contains("Resolver") || name.contains("DNS") { return "its name is not known" }
        return name.contains("Connection") || name.contains("Connect") ? "it cannot be connected to" : nil
    }
}

extension UpstreamFailure: CustomStringConvertible {
    /// A sentence without a full stop and without a byte of the reply.
    var description: String {
        switch self {
        case .unreachable(let reason): "the upstream is not reached: \(reason)"
        case .broken: "the upstream ended the connection before its reply was complete"
        case .malformed: "the upstream does not answer as HTTP/1.1 has it"
        case .noSocket: "the upstream opens no web socket there"
        case .packed: "the upstream packed its reply, though it was asked not to"
        case .tooLarge(let limit): "the reply of the upstream has more than \(limit) bytes"
        case .noRoom: "there is no memory for the reply of the upstream"
        case .cancelled: "nobody waits for the reply any more"
        }
    }
}
