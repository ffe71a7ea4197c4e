import Glibc

/// Posts one document to a collector over HTTP/1.1, on the calling thread, which waits.
struct CollectorConnection {
    let endpoint: CollectorEndpoint
    /// The time for each step of the way.
    let timeout: Duration

    /// Posts JSON; whether the collector took it.
    func post(_ json: [UInt8]) -> Bool {
        guard let descriptor = connect() else { return false }
        defer { close(descriptor) }
        let lines = [
            "POST \(endpoint.path) HTTP/1.1", "Host: \(endpoint.authority)", "Content-Type: application/json",
            "Content-Length: \(json.count)", "Connection: close", "", "",
        ]
        guard send(Array(lines.joined(separator: "\r\n").utf8), descriptor), send(json, descriptor) else {
            return false
        }
        return status(descriptor).map { (200..<300).contains($0) } ?? false
    }

    private func connect() -> Int32? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(endpoint.host, "\(endpoint.port)", &hints, &list) == 0 else { return nil }
        defer { freeaddrinfo(list) }
        var next = list
        while let entry = next?.pointee {
            if let descriptor = connect(to: entry) { return descriptor }
            next = entry.ai_next
        }
        return nil
    }

    private func connect(to entry: addrinfo) -> Int32? {
        let descriptor = socket(entry.ai_family, entry.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        let (seconds, attoseconds) = timeout.components
        var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard Glibc.connect(descriptor, entry.ai_addr, entry.ai_addrlen) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private func send(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
        var sent = 0
        let deadline = ContinuousClock.now + timeout
        while sent < bytes.count, .now < deadline {
            let count = bytes[sent...].withUnsafeBytes { rest in
                Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(truncatingIfNeeded: MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return sent == bytes.count
    }

    /// The status of the reply; no more of it is read than its first line.
    private func status(_ descriptor: Int32) -> Int? {
        let longestLine = 256
        let deadline = ContinuousClock.now + timeout
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: longestLine)
        while !received.contains(UInt8(ascii: "\n")), received.count < longestLine, .now < deadline {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            received += buffer[..<count]
        }
        let line = String(decoding: received.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count > 1, parts[0].hasPrefix("HTTP/1.") else { return nil }
        return Int(parts[1])
    }
}

/// The `http` URL at which a collector takes spans.
public struct CollectorEndpoint: Sendable, Hashable {
    /// An address or a name.
    public let host: String
    /// The port: 4318 unless the URL says otherwise.
    public let port: Int
    /// The path: `/v1/traces` unless the URL says otherwise.
    public let path: String

    /// The URL is none that spans could be sent to.
    public struct Invalid: Error, CustomStringConvertible {
        /// The form that it should have, as a clause.
        public let description: String
    }

    /// Reads a URL.
    ///
    /// - Parameter url: `http://`, a name or an address (that of IPv6 in brackets), and a port and a path if they differ.
    public init(_ url: String) throws(Invalid) {
        let scheme = "http://"
        guard !url.lowercased().hasPrefix("https://") else {
            throw Invalid(
                description: "spans are sent without TLS, to a collector on the same host or in the same cluster"
            )
        }
        let isPrintable = url.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard url.lowercased().hasPrefix(scheme), isPrintable else { throw Self.malformed }
        let rest = url.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" }
        let path = String(rest.dropFirst(authority.count))
        guard !authority.contains(where: { "@?#".contains($0) }), !path.contains("#") else { throw Self.malformed }
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]").map { authority.index(after: $0) } : nil
        let host = authority[..<(end ?? authority.firstIndex(of: ":") ?? authority.endIndex)]
        let suffix = authority[host.endIndex...]
        let port = suffix.isEmpty ? 4318 : Int(suffix.dropFirst()) ?? 0
        guard !host.isEmpty, suffix.isEmpty || suffix.hasPrefix(":"), 1...65_535 ~= port else { throw Self.malformed }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : String(host)
        self.port = port
        self.path = path.isEmpty || path == "/" ? "/v1/traces" : path
    }

    private static let malformed = Invalid(description: "a collector has a URL like http://collector:4318/v1/traces")

    /// The value of `Host`.
    var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
