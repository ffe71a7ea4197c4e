import Foundation

/// A connection to an HTTP server on this machine that stays open from request to request.
final class HTTPConnection {
    private let descriptor: Int32

    /// The reply of the server.
    struct Reply {
        /// The status of the reply, for example 200.
        let status: Int
        /// The file, or the document that tells what is wrong.
        let body: [UInt8]
    }

    /// Connects to `port` of 127.0.0.1.
    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let status = withUnsafeBytes(of: &address) { bytes in
            connect(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
        }
        guard status == 0 else { throw ContenderError("connect: \(String(cString: strerror(errno)))") }
    }

    deinit {
        close(descriptor)
    }

    /// Posts `body` and waits for the whole reply, which has to tell its length.
    func post(_ path: String, type: String, body: [UInt8]) throws -> Reply {
        let head = """
            POST \(path) HTTP/1.1\r
            Host: 127.0.0.1\r
            Content-Type: \(type)\r
            Content-Length: \(body.count)\r
            \r

            """
        try send(Array(head.utf8))
        try send(body)

        var received: [UInt8] = []
        let end = Array("\r\n\r\n".utf8)
        var headEnd: Range<Int>?
        while headEnd == nil {
            try receive(into: &received)
            headEnd = received.firstRange(of: end)
        }
        guard let headEnd else { throw ContenderError("the reply has no head") }
        let fields = String(decoding: received[..<headEnd.lowerBound], as: UTF8.self)
        guard let status = fields.firstMatch(of: /HTTP\/1\.1 (\d+)/).flatMap({ Int($0.1) }),
            let length = fields.firstMatch(of: /(?i)\r\ncontent-length: *(\d+)/).flatMap({ Int($0.1) })
        else { throw ContenderError("the reply is not understood: \(fields)") }
        received.removeSubrange(..<headEnd.upperBound)
        received.reserveCapacity(length)
        while received.count < length { try receive(into: &received) }
        return Reply(status: status, body: received)
    }

    private func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw ContenderError("send: \(String(cString: strerror(errno)))") }
            rest = rest.dropFirst(count)
        }
    }

    private func receive(into bytes: inout [UInt8]) throws {
        let chunk = try [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
            count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            guard count > 0 else {
                count = 0
                throw ContenderError("the server ended the connection")
            }
        }
        bytes += chunk
    }
}
