import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import SecureMemory

/// The reason why the server behind a guard gave no reply.
enum UpstreamFailure: Error {
    /// Its name has no address.
    case unknownName
    /// Nothing listens, or no way leads there.
    case unreachable
    /// Nothing answers the attempt to connect.
    case silent
    /// Its certificate is not trusted, or it does not speak TLS.
    case untrusted
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
            case .connectTimeout, .tlsHandshakeTimeout: self = .silent
            default: self = .malformed
            }
        case let error as IOError where Self.ofConnecting.contains(error.errnoCode):
            self = .unreachable
        case is ChannelError, is IOError: self = .broken
        case let error as NIOConnectionError: self = error.connectionErrors.isEmpty ? .unknownName : .unreachable
        // The reply had no end of its own.
        case NIOSSLError.uncleanShutdown, HTTPParserError.invalidEOFState: self = .broken
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: self = .untrusted
        default: self = .malformed
        }
    }

    private static let ofConnecting: Set<Int32> = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT, EADDRNOTAVAIL]
}

extension UpstreamFailure {
    /// The kind of a failure, as the value of a label.
    enum Reason: String, CaseIterable, Sendable {
        case name, unreachable, silence, certificate, broken, malformed
        case tooLarge = "too-large"
        case memory, abandoned

        var meaning: String {
            switch self {
            case .name: "it has no address"
            case .unreachable: "nothing listens"
            case .silence: "nothing answers"
            case .certificate: "it is not trusted"
            case .broken: "it hung up"
            case .malformed: "it is no HTTP"
            case .tooLarge: "beyond `--max-upstream-bytes`"
            case .memory: "no memory for the reply"
            case .abandoned: "the client left"
            }
        }
    }

    var reason: Reason {
        switch self {
        case .unknownName: .name
        case .unreachable: .unreachable
        case .silent: .silence
        case .untrusted: .certificate
        case .broken: .broken
        case .malformed, .packed, .noSocket: .malformed
        case .tooLarge: .tooLarge
        case .noRoom: .memory
        case .cancelled: .abandoned
        }
    }
}

extension UpstreamFailure: CustomStringConvertible {
    /// A sentence without a full stop and without a byte of the reply.
    var description: String {
        switch self {
        case .unknownName: "the upstream is not reached: its name is not known"
        case .unreachable: "the upstream is not reached: it cannot be connected to"
        case .silent: "the upstream is not reached: it does not answer"
        case .untrusted: "the upstream is not reached: its certificate is not trusted, or it does not speak TLS"
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
