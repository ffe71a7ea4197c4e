import Glibc

/// Posts one document to a collector over HTTP/1.1, on the calling thread, which waits.
struct CollectorConnection {
    /// Where the document goes.
    let endpoint: CollectorEndpoint
    /// For each step of the way.
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

    /// The status of the reply, of which no more is read than its first line.
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
