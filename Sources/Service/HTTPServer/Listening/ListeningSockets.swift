import Glibc

/// Sockets that a server accepts connections from.
///
/// They are bound before the server runs, so that an address that cannot be had is known at once, and so that a server that
/// has given up the right to bind can still listen. Nobody can connect before it does, unless somebody else has had them listen.
public final class ListeningSockets: Sendable {
    /// A socket that is bound.
    struct Bound: Sendable {
        /// A non-blocking descriptor, which ``ListeningSockets`` closes unless it was handed over.
        let descriptor: Int32
        let address: SocketAddress
    }

    /// The sockets, one at least.
    let bound: [Bound]
    private let ownership = Ownership()

    init(_ bound: [Bound]) {
        self.bound = bound
    }

    /// Binds what a configuration says: its socket in the file system, if it has one, or else its host and port.
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
        for socket in bound { close(socket.descriptor) }
    }

    /// The addresses that the sockets are bound to, one at least.
    public var addresses: [SocketAddress] { bound.map(\.address) }

    /// Has all of them listen, and hands them over.
    ///
    /// - Parameter backlog: Connections that the kernel holds until they are accepted.
    /// - Returns: The sockets, whose descriptors the caller closes.
    /// - Throws: ``HTTPServerError``, also if they were handed over before.
    func listen(backlog: Int) throws(HTTPServerError) -> [Bound] {
        for socket in bound where Glibc.listen(socket.descriptor, Int32(clamping: backlog)) != 0 {
            throw .cannotListen(address: "\(socket.address)", reason: SystemError.last.description)
        }
        guard ownership.take() else { throw .alreadyRun }
        return bound
    }
}
