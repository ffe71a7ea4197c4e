import Glibc
import Synchronization

/// Sockets that a server accepts connections from.
///
/// They are bound before the server runs, so that an address that cannot be had is known at once, and so that a server that
/// has given up the right to bind can still listen. Nobody can connect before it does, unless somebody else has had them
/// listen.
public final class ListeningSockets: Sendable {
    struct Bound: Sendable {
        /// A non-blocking descriptor, which ``ListeningSockets`` closes unless it was handed over.
        let descriptor: Int32
        let address: SocketAddress
        /// The file that was made for the socket; nil for none.
        var file: SocketFile?
    }

    /// The sockets, one at least.
    let bound: [Bound]
    private let ownership = Ownership()

    init(_ bound: [Bound]) {
        self.bound = bound
    }

    /// Binds the socket in the file system of a configuration, if it has one, or else its host and port.
    ///
    /// - Throws: ``HTTPServerError``.
    public convenience init(_ configuration: HTTPServerConfiguration) throws(HTTPServerError) {
        if let path = configuration.unixSocket {
            try self.init(unixSocket: path, mode: configuration.unixSocketMode)
        } else {
            try self.init(host: configuration.host, port: configuration.port)
        }
    }

    deinit {
        guard ownership.take() else { return }
        for socket in bound {
            socket.file?.remove()
            close(socket.descriptor)
        }
    }

    /// Has all of them listen, and hands them over to the caller, who closes them. Throws, too, if they were handed over
    /// before.
    func listen(backlog: Int) throws(HTTPServerError) -> [Bound] {
        for socket in bound where Glibc.listen(socket.descriptor, Int32(clamping: backlog)) != 0 {
            throw .cannotListen(address: "\(socket.address)", reason: SystemError.last.description)
        }
        guard ownership.take() else { throw .alreadyRun }
        return bound
    }
}

/// A thing that one of several takes, once.
private final class Ownership: Sendable {
    private let isHeld = Atomic(true)

    /// Whether it was still there.
    func take() -> Bool { isHeld.exchange(false, ordering: .relaxed) }
}

/// The reason why a server could not be started.
public enum HTTPServerError: Error, Hashable, CustomStringConvertible {
    /// The host is no address and no name that can be looked up; with the resolver's message.
    case cannotResolve(host: String, reason: String)
    /// The address could not be listened on; with the system's message.
    case cannotListen(address: String, reason: String)
    /// A descriptor that a service manager has handed over is no socket to listen on.
    case cannotInherit(reason: String)
    /// The server has been run before: it cannot be again.
    case alreadyRun
    /// The server ended before it listened.
    case notListening

    /// A sentence for the operator.
    public var description: String {
        switch self {
        case .cannotResolve(let host, let reason): "Cannot listen on \(host): \(reason)"
        case .cannotListen(let address, let reason): "Cannot listen on \(address): \(reason)"
        case .cannotInherit(let reason): "Cannot listen on the sockets of LISTEN_FDS: \(reason)"
        case .alreadyRun: "The server has run before"
        case .notListening: "The server does not listen"
        }
    }
}

extension ListeningSockets {
    /// The sockets that a service manager has had listen for this process (sd_listen_fds(3)); nil if there are none. They
    /// may be taken once: the environment does not name them any more afterwards.
    ///
    /// To be called before other processes are started, which are not to have them.
    ///
    /// - Throws: ``HTTPServerError/cannotInherit(reason:)`` for a descriptor that no server can accept connections from.
    public static func inherited() throws(HTTPServerError) -> ListeningSockets? {
        defer { for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) } }
        guard number("LISTEN_PID") == Int(getpid()), let count = number("LISTEN_FDS"), count > 0 else { return nil }
        var bound: [Bound] = []
        for descriptor in first..<first + Int32(clamping: min(count, most)) {
            bound.append(try inherited(descriptor))
        }
        return ListeningSockets(bound)
    }

    private static let first: Int32 = 3
    private static let most = 64

    private static func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

    private static func inherited(_ descriptor: Int32) throws(HTTPServerError) -> Bound {
        guard Socket.option(descriptor, SOL_SOCKET, SO_TYPE) == Int32(SOCK_STREAM.rawValue),
            Socket.option(descriptor, SOL_SOCKET, SO_ACCEPTCONN) == 1
        else {
            throw .cannotInherit(reason: "descriptor \(descriptor) is not a listening stream socket (Accept=no)")
        }
        do throws(SystemError) {
            try Socket.keepFromWaiting(descriptor)
            return Bound(descriptor: descriptor, address: try SocketAddress(of: descriptor))
        } catch {
            throw .cannotInherit(reason: "descriptor \(descriptor): \(error)")
        }
    }
}
