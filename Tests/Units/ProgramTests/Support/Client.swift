import Foundation

/// A request to the server, in the form in which it is sent.
struct Request {
    var method = "GET"
    var path: String
    var fields: [String] = []
    var body: [UInt8] = []
    /// A body with a framing of its own, which the fields announce.
    var framedBody: [UInt8] = []

    var bytes: [UInt8] {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: test", "Connection: close"] + fields
        if !body.isEmpty { lines.append("Content-Length: \(body.count)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body + framedBody
    }
}

/// The reply to one.
struct Reply {
    let status: Int
    let body: [UInt8]

    /// Takes apart what came over a connection that was then closed.
    init(_ bytes: [UInt8]) throws {
        let end = Array("\r\n\r\n".utf8)
        let text = String(decoding: bytes.prefix(12), as: UTF8.self)
        guard let status = Int(text.dropFirst("HTTP/1.1 ".count)),
            let headEnd = bytes.indices.first(where: { bytes[$0...].starts(with: end) })
        else { throw Obstacle(description: "no reply, but \(text)") }
        self.status = status
        body = Array(bytes[(headEnd + end.count)...])
    }

    /// The result: the body, or the base64 text in a JSON document, whose receipt is no secret.
    var image: [UInt8] {
        let document = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]
        let image = document?["image"] as? [String: Any]
        return (image?["data"] as? String).map { Array($0.utf8) } ?? body
    }
}

/// A connection to the server. It is closed with the value, and no read or write takes longer than 60 s.
struct Client: ~Copyable {
    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var timeout = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Obstacle(description: "connect: \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    func send(_ bytes: some Collection<UInt8>) throws {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Obstacle(description: "send: \(String(cString: strerror(errno)))") }
            sent += count
        }
    }

    /// Everything until the server closes the connection.
    func receive() throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 else { throw Obstacle(description: "recv: \(String(cString: strerror(errno)))") }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    func exchange(_ request: Request) throws -> Reply {
        try send(request.bytes)
        return try Reply(receive())
    }
}
