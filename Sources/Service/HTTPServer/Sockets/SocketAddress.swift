import Glibc

/// An IPv4 or IPv6 address with a port, or that of a socket in the file system.
public struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address in text: `127.0.0.1`, `::1`; empty for a socket in the file system.
    public let host: String

    /// The port, 0 to 65535; 0 for a socket in the file system.
    public let port: Int

    /// The path of a socket in the file system, empty for the end of a client; nil for a network's.
    public let path: String?

    /// An address in a network, of its parts.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
        path = nil
    }

    /// The address of a socket in the file system.
    public init(unixSocket path: String) {
        host = ""
        port = 0
        self.path = path
    }

    /// Host and port as in a URL: `127.0.0.1:8080`, `[::1]:8080`; or `unix:` and the path.
    public var description: String {
        if let path { return "unix:\(path)" }
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// The name of the peer, as far as an address shows it: an IPv4 address, or the IPv6 network of 64 bits, whose addresses
    /// one host may all have. All clients of a socket in the file system are one.
    public var network: String {
        guard path == nil else { return "unix" }
        var address = in6_addr()
        guard host.contains(":"), inet_pton(AF_INET6, host, &address) == 1 else { return host }
        return withUnsafeBytes(of: address) { bytes in
            stride(from: 0, to: 8, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
                .joined(separator: ":")
        } + "::/64"
    }

    init(of descriptor: Int32) throws(SystemError) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        guard storage.withPointer({ getsockname(descriptor, $0, &length) }) == 0 else { throw SystemError.last }
        self.init(storage)
    }

    /// Reads an address from the kernel. An IPv4 address mapped into IPv6 is given as IPv4.
    init(_ storage: sockaddr_storage) {
        switch Int32(storage.ss_family) {
        case AF_UNIX: self.init(unixSocket: Self.path(storage))
        case AF_INET:
            self = Self.read(storage, as: sockaddr_in.self) { address in
                var bytes = address.sin_addr
                return SocketAddress(host: Self.text(AF_INET, &bytes), port: Int(UInt16(bigEndian: address.sin_port)))
            }
        default:
            self = Self.read(storage, as: sockaddr_in6.self) { address in
                var bytes = address.sin6_addr
                let text = Self.text(AF_INET6, &bytes)
                let mapped = "::ffff:"
                return SocketAddress(
                    host: text.hasPrefix(mapped) && text.contains(".") ? String(text.dropFirst(mapped.count)) : text,
                    port: Int(UInt16(bigEndian: address.sin6_port))
                )
            }
        }
    }

    private static func read<Address>(
        _ storage: sockaddr_storage,
        as type: Address.Type,
        _ body: (Address) -> SocketAddress
    ) -> SocketAddress {
        withUnsafeBytes(of: storage) { body($0.loadUnaligned(as: type)) }
    }

    private static func path(_ storage: sockaddr_storage) -> String {
        withUnsafeBytes(of: storage) { bytes in
            let path = bytes.dropFirst(MemoryLayout<sa_family_t>.size).prefix { $0 != 0 }
            return String(decoding: path, as: UTF8.self)
        }
    }

    /// The text of an `in_addr` or `in6_addr`, as `family` says.
    private static func text(_ family: Int32, _ address: UnsafeRawPointer) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
            guard let start = buffer.baseAddress,
                inet_ntop(family, address, start, socklen_t(INET6_ADDRSTRLEN)) != nil
            else { return "?" }
            return String(cString: start)
        }
    }
}
