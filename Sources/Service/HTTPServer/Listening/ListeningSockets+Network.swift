import Glibc

extension ListeningSockets {
    /// Binds every address that a host stands for. All are closed again if one cannot be had.
    ///
    /// - Parameters:
    ///   - host: An address, or a name. An address of IPv6 may stand in brackets.
    ///   - port: 0 to 65535; 0 takes a free one.
    /// - Throws: ``HTTPServerError``.
    public convenience init(host: String, port: Int) throws(HTTPServerError) {
        guard let service = UInt16(exactly: port) else {
            throw .cannotListen(address: "\(host):\(port)", reason: "a port is 0 to 65535")
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

        var bound: [Bound] = []
        do {
            var next = list
            while let entry = next?.pointee {
                next = entry.ai_next
                // With port 0 the first address picks one, and the others follow it.
                let chosen = bound.first.map { UInt16(truncatingIfNeeded: $0.address.port) } ?? service
                bound.append(try Self.bind(entry, port: chosen))
            }
        } catch {
            for socket in bound { close(socket.descriptor) }
            throw .cannotListen(address: "\(host):\(port)", reason: error.description)
        }
        self.init(bound)
    }

    private static func bind(_ entry: addrinfo, port: UInt16) throws(SystemError) -> Bound {
        let descriptor = try Socket.make(family: entry.ai_family)
        do throws(SystemError) {
            Socket.setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
            var address = sockaddr_storage()
            let length = min(Int(entry.ai_addrlen), MemoryLayout<sockaddr_storage>.size)
            if let source = entry.ai_addr { memcpy(&address, source, length) }
            if entry.ai_family == AF_INET6 {
                // Only `::` means IPv4 as well; beside an IPv4 address of the same name the two must not collide.
                Socket.setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, isUnspecifiedIPv6(&address) ? 0 : 1)
            }
            setPort(&address, port)
            guard address.withPointer({ Glibc.bind(descriptor, $0, socklen_t(length)) }) == 0 else {
                throw SystemError.last
            }
            return Bound(descriptor: descriptor, address: try SocketAddress(of: descriptor))
        } catch {
            close(descriptor)
            throw error
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
