import Glibc

/// Making sockets, and accepting from them.
extension Socket {
    /// A non-blocking stream socket, which the caller closes.
    static func make(family: Int32) throws(SystemError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw .last }
        return descriptor
    }

    /// Accepts a connection that is waiting.
    ///
    /// - Returns: A non-blocking descriptor, which the caller closes.
    static func accept(_ listener: Int32) throws(SystemError) -> (descriptor: Int32, address: SocketAddress) {
        while true {
            var address = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            // Glibc's module has no accept4. The gap before FD_CLOEXEC matters to nobody: this process starts no other.
            let descriptor = address.withPointer { Glibc.accept(listener, $0, &length) }
            guard descriptor >= 0 else {
                let error = SystemError.last
                // A client that gave up while it was waiting, or a signal: the next one may be there.
                if error.number == EINTR || error.number == ECONNABORTED || error.number == EPROTO { continue }
                throw error
            }
            do throws(SystemError) {
                try keepFromWaiting(descriptor)
            } catch {
                close(descriptor)
                throw error
            }
            // A response goes out in one call; waiting to join it with another would only delay it.
            setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
            return (descriptor, SocketAddress(address))
        }
    }

    /// Has no call on a descriptor wait, and no program that this process may start have it.
    static func keepFromWaiting(_ descriptor: Int32) throws(SystemError) {
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
            throw .last
        }
    }
}

extension sockaddr_storage {
    /// Calls `body` with the address as the system takes it.
    mutating func withPointer<Result>(_ body: (UnsafeMutablePointer<sockaddr>) -> Result) -> Result {
        withUnsafeMutablePointer(to: &self) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }
}
