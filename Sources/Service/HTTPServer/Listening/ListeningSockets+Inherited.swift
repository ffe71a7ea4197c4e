import Glibc

extension ListeningSockets {
    /// The sockets that a service manager has had listen for this process (sd_listen_fds(3)); nil if there are none. They may be
    /// taken once: the environment does not name them any more afterwards.
    ///
    /// To be called before other processes are started, which are not to have them.
    ///
    /// - Throws: ``HTTPServerError/cannotInherit(reason:)`` for what no server can accept connections from.
    public static func inherited() throws(HTTPServerError) -> ListeningSockets? {
        defer { for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) } }
        guard number("LISTEN_PID") == Int(getpid()), let count = number("LISTEN_FDS"), count > 0 else { return nil }
        var bound: [Bound] = []
        for descriptor in first..<first + Int32(clamping: min(count, most)) {
            bound.append(try inherited(descriptor))
        }
        return ListeningSockets(bound)
    }

    /// The first of the descriptors that are handed over.
    private static let first: Int32 = 3
    private static let most = 64

    private static func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

    private static func inherited(_ descriptor: Int32) throws(HTTPServerError) -> Bound {
        guard Socket.option(descriptor, SOL_SOCKET, SO_TYPE) == Int32(SOCK_STREAM.rawValue),
            Socket.option(descriptor, SOL_SOCKET, SO_ACCEPTCONN) == 1
        else {
            throw .cannotInherit(reason: "descriptor \(descriptor) is no stream socket that listens (Accept=no)")
        }
        do throws(SystemError) {
            try Socket.keepFromWaiting(descriptor)
            return Bound(descriptor: descriptor, address: try SocketAddress(of: descriptor))
        } catch {
            throw .cannotInherit(reason: "descriptor \(descriptor): \(error)")
        }
    }
}
