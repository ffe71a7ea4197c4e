/// The origin of a page as a browser states it (RFC 6454, section 6.2): scheme, host and port.
public struct WebOrigin: Sendable, Hashable {
    /// The scheme, in lower case.
    private let scheme: String
    private let authority: Authority

    /// Reads `https://tests.example.org` or `http://127.0.0.1:9000`. Nil for everything else: a path, however short,
    /// `*`, and `null`, which every page that hides its origin has in common.
    public init?(_ text: String) {
        let parts = text.lowercased().split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let first = parts[0].utf8.first, first.isLetter,
            parts[0].utf8.allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }),
            let authority = Authority(parts[1], defaultPort: Self.defaultPort(String(parts[0])))
        else { return nil }
        self.scheme = String(parts[0])
        self.authority = authority
    }

    /// Whether a page of this origin sent a request for `authority` (`Host`) to where the page itself came from.
    ///
    /// A name can be made to point at this server after its page was loaded from elsewhere (DNS rebinding). With an
    /// address that cannot be, nor with TLS, for which whatever is before this server would need a certificate for that
    /// name.
    func isOrigin(of authority: String) -> Bool {
        guard Authority(authority.lowercased()[...], defaultPort: Self.defaultPort(scheme)) == self.authority else {
            return false
        }
        return scheme == "https" || self.authority.isFixed
    }

    /// Whether browsers state `Sec-Fetch-Site` to it, as nobody can stand in for it: over TLS, or on this machine
    /// (Secure Contexts, section 3.1).
    var isTrustworthy: Bool { scheme == "https" || scheme == "http" && authority.isLoopback }

    private static func defaultPort(_ scheme: String) -> Int? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }

    /// A host, in lower case, and a port.
    private struct Authority: Hashable {
        let host: Substring
        let port: Int?

        init?(_ text: Substring, defaultPort: Int?) {
            let bracket = text.hasPrefix("[") ? text.firstIndex(of: "]") : nil
            let end = bracket.map(text.index(after:)) ?? text.firstIndex(of: ":") ?? text.endIndex
            let (host, rest) = (text[..<end], text[end...])
            let name = bracket == nil ? host : host.dropFirst().dropLast()
            guard !name.isEmpty, name.utf8.allSatisfy({ bracket == nil ? $0.isPartOfName : $0.isPartOfIPv6 }),
                rest.isEmpty || rest.hasPrefix(":")
            else { return nil }
            let digits = rest.dropFirst()
            guard digits.utf8.allSatisfy(\.isDigit), digits.isEmpty || UInt16(digits) != nil else { return nil }
            self.host = host
            port = Int(digits) ?? defaultPort
        }

        /// Whether it is this machine.
        var isLoopback: Bool {
            let labels = host.split(separator: ".", omittingEmptySubsequences: false)
            let isAddress = labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
            return host == "[::1]" || labels.last == "localhost" || isAddress && labels.first == "127"
        }

        /// Whether no name service is asked where the host is: an address, or this machine.
        var isFixed: Bool {
            // Browsers take a host that ends in a number for an IPv4 address (WHATWG URL, section 3.5).
            guard let last = host.split(separator: ".").last else { return false }
            return host.hasPrefix("[") || last == "localhost" || last.utf8.allSatisfy(\.isDigit)
        }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    /// A letter in lower case.
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    fileprivate var isPartOfName: Bool { isLetter || isDigit || "-._".utf8.contains(self) }
    fileprivate var isPartOfIPv6: Bool { isDigit || "abcdef:.".utf8.contains(self) }
}
