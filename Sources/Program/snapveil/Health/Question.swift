import Glibc

/// A request for the status of a path, to a server that is trusted.
struct Question {
    let server: Server
    let path: String
    let timeout: Duration

    enum Server {
        case network(host: String, port: Int)
        case unixSocket(String)
    }

    enum Failure: Error {
        case unknownHost(String)
        case noPath
        case system(Int32)
        case late
        case notHTTP
    }

    func ask() throws(Failure) -> Int {
        let descriptor = try connect()
        defer { close(descriptor) }
        let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let bytes = Array(request.utf8)
        // A socket takes so short a request at once.
        guard send(descriptor, bytes, bytes.count, Int32(truncatingIfNeeded: MSG_NOSIGNAL)) == bytes.count else {
            throw .last
        }
        return try status(of: line(descriptor))
    }

    /// A connection whose reads and writes end in time.
    private func connect() throws(Failure) -> Int32 {
        switch server {
        case .network(let host, let port): try connect(to: host, port)
        case .unixSocket(let path): try connect(to: path)
        }
    }

    private func connect(to path: String) throws(Failure) -> Int32 {
        var address = sockaddr_un(sun_family: sa_family_t(AF_UNIX), sun_path: sockaddr_un().sun_path)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw .noPath }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return try withUnsafeMutablePointer(to: &address) { (pointer) throws(Failure) in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { (pointer) throws(Failure) in
                try connect(AF_UNIX, to: pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private func connect(to host: String, _ port: Int) throws(Failure) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let code = getaddrinfo(name, "\(port)", &hints, &list)
        guard code == 0 else { throw .unknownHost(String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(list) }
        var failure = Failure.unknownHost("the name has no address")
        var next = list
        while let entry = next?.pointee {
            do throws(Failure) {
                return try connect(entry.ai_family, to: entry.ai_addr, entry.ai_addrlen)
            } catch {
                failure = error
            }
            next = entry.ai_next
        }
        throw failure
    }

    private func connect(
        _ family: Int32,
        to address: UnsafeMutablePointer<sockaddr>,
        _ length: socklen_t
    ) throws(Failure) -> Int32 {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .last }
        let (seconds, attoseconds) = timeout.components
        var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard Glibc.connect(descriptor, address, length) == 0 else {
            let failure = Failure.last
            close(descriptor)
            throw failure
        }
        return descriptor
    }

    private func line(_ descriptor: Int32) throws(Failure) -> String {
        let deadline = ContinuousClock.now + timeout
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1024)
        while !received.contains(UInt8(ascii: "\n")), received.count < 1024 {
            guard .now < deadline else { throw .late }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 else { throw .last }
            guard count > 0 else { break }
            received += buffer[..<count]
        }
        return String(decoding: received.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }

    /// The status in a status line (RFC 9112, section 4).
    private func status(of line: String) throws(Failure) -> Int {
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count > 1, parts[0].hasPrefix("HTTP/1."), let status = Int(parts[1]) else { throw .notHTTP }
        return status
    }
}

extension Question.Failure: CustomStringConvertible {
    fileprivate static var last: Self {
        [EAGAIN, EWOULDBLOCK, EINPROGRESS].contains(errno) ? .late : .system(errno)
    }

    var description: String {
        switch self {
        case .unknownHost(let reason): reason
        case .noPath: "the path is too long for a socket"
        case .system(let code): String(cString: strerror(code))
        case .late: "no answer in time"
        case .notHTTP: "the answer is not HTTP"
        }
    }
}

extension Question: CustomStringConvertible {
    var description: String {
        switch server {
        case .network(let host, let port):
            "http://\(host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host):\(port)\(path)"
        case .unixSocket(let socket): "\(path) of unix:\(socket)"
        }
    }
}
