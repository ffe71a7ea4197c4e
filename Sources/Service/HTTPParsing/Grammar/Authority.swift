import Glibc

/// `uri-host [ ":" port ]`, as `Host` and the authority of an absolute target hold it (RFC 9110, section 7.2).
enum Authority {
    /// Whether `bytes` name a host, with or without a port. An empty host is none: `http` forbids it (RFC 9110,
    /// section 4.2.1), and so are user names and passwords (section 4.2.4).
    static func isValid(_ bytes: Span<UInt8>) -> Bool {
        if bytes.count > 0, bytes[0] == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
            return isIPv6(bytes.extracting(1..<end)) && isPort(bytes.extracting((end + 1)...))
        }
        let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
        return isRegisteredName(bytes.extracting(0..<end)) && isPort(bytes.extracting(end...))
    }

    /// A registered name or an IPv4 address, whose characters are a subset.
    private static func isRegisteredName(_ name: Span<UInt8>) -> Bool {
        name.count > 0
            && name.allSatisfy { $0.isRegisteredNameCharacter || $0 == UInt8(ascii: "%") }
            && name.hasWellFormedEscapes
    }

    /// An IPv6 address without a zone, which is of no meaning to anybody but the sender (RFC 6874).
    private static func isIPv6(_ address: Span<UInt8>) -> Bool {
        var parsed = in6_addr()
        return address.allSatisfy { $0.isVisibleASCII } && inet_pton(AF_INET6, address.text, &parsed) == 1
    }

    /// Nothing, or a colon and a number that fits into 16 bits; the digits may be missing (RFC 3986, section 3.2.3).
    private static func isPort(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count > 0 else { return true }
        guard bytes[0] == UInt8(ascii: ":"), bytes.count <= 6 else { return false }
        var port = 0
        for index in 1..<bytes.count {
            guard bytes[index].isDigit else { return false }
            port = port * 10 + Int(bytes[index] & 0x0F)
        }
        return port <= UInt16.max
    }
}
