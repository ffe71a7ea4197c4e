import Foundation
import Glibc
import Synchronization

/// Takes requests on a free port, one after the other, and gives each the next of its replies.
final class StubServer: Sendable {
    let port: Int
    private let listener: Int32
    private let requests = Atomic(0)
    private let leaves = Atomic(0)

    /// - Parameters:
    ///   - replies: Each a status and fields. Nil is none: the connection stays open.
    ///   - rest: What follows the fields in place of a body of 2 bytes; the connection stays open.
    init(_ replies: [String?], rest: [UInt8]? = nil) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw Obstacle(description: "the stub does not listen") }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [weak self] in
            for reply in replies {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                Self.readRequest(connection)
                self?.requests.add(1, ordering: .relaxed)
                guard let reply else { continue }
                let body = rest == nil ? "Content-Length: 2\r\nConnection: close\r\n\r\n{}" : "\r\n"
                Self.sendAll(Array("HTTP/1.1 \(reply)\r\n\(body)".utf8) + (rest ?? []), to: connection)
                if rest != nil {
                    Self.awaitEnd(of: connection)
                    self?.leaves.add(1, ordering: .releasing)
                }
                close(connection)
            }
        }
    }

    deinit { close(listener) }

    /// Requests that it has read so far.
    var requestCount: Int { requests.load(ordering: .relaxed) }

    /// Connections with a rest that the other end closed.
    var leaveCount: Int { leaves.load(ordering: .acquiring) }

    /// Listens no longer.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func sendAll(_ bytes: [UInt8], to connection: Int32) {
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            start += count
        }
    }

    /// Waits until the other end closes a connection.
    private static func awaitEnd(of connection: Int32) {
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
    }

    private static func readRequest(_ connection: Int32) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var isContinued = false
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            bytes += buffer[..<count]
            guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
            let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
            if head.contains("expect: 100-continue"), !isContinued {
                isContinued = true
                _ = "HTTP/1.1 100 Continue\r\n\r\n".withCString {
                    send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL))
                }
            }
            let length = head.firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
            if bytes.count - end.upperBound >= length { return }
        }
    }
}
