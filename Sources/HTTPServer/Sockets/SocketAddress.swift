import Glibc

/// An IPv4 or IPv6 address with a port.
public struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address in text: `127.0.0.1`, `::1`.
    public let host: String

    /// The port, 0 to 65535.
    public let port: Int

    /// An address of its parts.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Host and port as in a URL: `127.0.0.1:8080`, `[::1]:8080`.
    public var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// Whose address it is, as far as an address tells: that of IPv4 as it is, and of IPv6 the network of 64 bits, of which
    /// one host may have all addresses.
    public var network: String {
        var address = in6_addr()
        guard host.contains(":"), inet_pton(AF_INET6, host, &address) == 1 else { return host }
        return withUnsafeBytes(of: address) { bytes in
            stride(from: 0, to: 8, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
                .joined(separator: ":")
        } + "::/64"
    }

    /// Reads what the kernel filled in. An IPv4 address mapped into IPv6 is given as IPv4.
    init(_ storage: sockaddr_storage) {
        var storage = storage
        if storage.ss_family == sa_family_t(AF_INET) {
            self = withUnsafePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                    var bytes = address.pointee.sin_addr
                    return SocketAddress(
                        host: Self.text(AF_INET, &bytes),
                        port: Int(UInt16(bigEndian: address.pointee.sin_port))
                    )
                }
            }
        } else {
            self = withUnsafePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                    var bytes = address.pointee.sin6_addr
                    let text = Self.text(AF_INET6, &bytes)
                    let mapped = "::ffff:"
                    return SocketAddress(
                        host: text.hasPrefix(mapped) && text.contains(".")
                            ? String(text.dropFirst(mapped.count)) : text,
                        port: Int(UInt16(bigEndian: address.pointee.sin6_port))
                    )
                }
            }
        }
    }

    /// The address in text.
    ///
    /// - Parameter address: An `in_addr` or `in6_addr`, as `family` says.
    private static func text(_ family: Int32, _ address: UnsafeRawPointer) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
            guard let start = buffer.baseAddress,
                inet_ntop(family, address, start, socklen_t(INET6_ADDRSTRLEN)) != nil
            else { return "?" }
            return String(cString: start)
        }
    }
}
