import Glibc

/// Opening sockets to listen on, and accepting from them.
extension Socket {
    /// Listens on every address that the host stands for. All are closed again if one cannot be had.
    ///
    /// - Returns: Non-blocking descriptors, at least one, which the caller closes.
    static func listen(
        host: String,
        port: Int,
        backlog: Int
    ) throws(HTTPServerError) -> [(descriptor: Int32, address: SocketAddress)] {
        guard let service = UInt16(exactly: port) else {
            throw .cannotListen(host: host, port: port, reason: "a port is 0 to 65535")
        }
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var name = host
        if host.hasPrefix("["), host.hasSuffix("]") {
            // As in a URL, where nothing but an address of IPv6 stands in brackets (RFC 3986, section 3.2.2).
            hints.ai_family = AF_INET6
            hints.ai_flags |= AI_NUMERICHOST
            name = String(host.dropFirst().dropLast())
        }
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(name, "\(service)", &hints, &list)
        guard status == 0 else { throw .cannotResolve(host: host, reason: String(cString: gai_strerror(status))) }
        defer { freeaddrinfo(list) }

        var sockets: [(descriptor: Int32, address: SocketAddress)] = []
        do {
            var next = list
            while let entry = next?.pointee {
                next = entry.ai_next
                // With port 0 the first address picks one, and the others follow it.
                let chosen = sockets.first.map { UInt16(truncatingIfNeeded: $0.address.port) } ?? service
                sockets.append(try listen(entry, port: chosen, backlog: backlog))
            }
        } catch {
            for socket in sockets { close(socket.descriptor) }
            throw .cannotListen(host: host, port: port, reason: error.description)
        }
        return sockets
    }

    private static func listen(
        _ entry: addrinfo,
        port: UInt16,
        backlog: Int
    ) throws(SystemError) -> (descriptor: Int32, address: SocketAddress) {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(entry.ai_family, kind, 0)
        guard descriptor >= 0 else { throw .last }
        do throws(SystemError) {
            setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
            var address = sockaddr_storage()
            let length = min(Int(entry.ai_addrlen), MemoryLayout<sockaddr_storage>.size)
            if let source = entry.ai_addr { memcpy(&address, source, length) }
            if entry.ai_family == AF_INET6 {
                // Only `::` means IPv4 as well; beside an IPv4 address of the same name the two must not collide.
                setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, isUnspecifiedIPv6(&address) ? 0 : 1)
            }
            setPort(&address, port)
            guard withSocketAddress(&address, { bind(descriptor, $0, socklen_t(length)) }) == 0,
                Glibc.listen(descriptor, Int32(clamping: backlog)) == 0
            else { throw SystemError.last }
            var bound = sockaddr_storage()
            var boundLength = socklen_t(MemoryLayout<sockaddr_storage>.size)
            guard withSocketAddress(&bound, { getsockname(descriptor, $0, &boundLength) }) == 0 else {
                throw SystemError.last
            }
            return (descriptor, SocketAddress(bound))
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Accepts a connection that is waiting.
    ///
    /// - Returns: A non-blocking descriptor, which the caller closes.
    static func accept(_ listener: Int32) throws(SystemError) -> (descriptor: Int32, address: SocketAddress) {
        while true {
            var address = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            // Glibc's module has no accept4. The gap before FD_CLOEXEC matters to nobody: this process starts no other.
            let descriptor = withSocketAddress(&address) { Glibc.accept(listener, $0, &length) }
            guard descriptor >= 0 else {
                let error = SystemError.last
                // A client that gave up while it was waiting, or a signal: the next one may be there.
                if error.number == EINTR || error.number == ECONNABORTED || error.number == EPROTO { continue }
                throw error
            }
            guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
                let error = SystemError.last
                close(descriptor)
                throw error
            }
            // A response goes out in one call; waiting to join it with another would only delay it.
            setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
            return (descriptor, SocketAddress(address))
        }
    }

    private static func withSocketAddress<Result>(
        _ storage: inout sockaddr_storage,
        _ body: (UnsafeMutablePointer<sockaddr>) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }

    /// The port stands at the same place in `sockaddr_in` and `sockaddr_in6`: behind the family, in network order.
    private static func setPort(_ storage: inout sockaddr_storage, _ port: UInt16) {
        withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.storeBytes(of: port.bigEndian, toByteOffset: MemoryLayout<sa_family_t>.size, as: UInt16.self)
        }
    }

    private static func isUnspecifiedIPv6(_ storage: inout sockaddr_storage) -> Bool {
        withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                withUnsafeBytes(of: address.pointee.sin6_addr) { $0.allSatisfy { $0 == 0 } }
            }
        }
    }
}
