import Foundation
import Glibc
import Synchronization

/// Listens as a collector of OpenTelemetry does, and keeps what it is sent, for the time of a test.
public final class FakeCollector: Sendable {
    /// The port of loopback that it listens on.
    public let port: Int
    private let listener: Int32
    private let state = Mutex(State())

    private struct State {
        var requests: [Request] = []
    }

    /// A request as it came.
    public struct Request: Sendable {
        /// The request line and the fields.
        public let head: String
        /// The body.
        public let body: [UInt8]

        /// The spans of the body, as OTLP has them in JSON.
        public var spans: [[String: Any]] {
            let document = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]
            let resources = document?["resourceSpans"] as? [[String: Any]] ?? []
            let scopes = resources.flatMap { $0["scopeSpans"] as? [[String: Any]] ?? [] }
            return scopes.flatMap { $0["spans"] as? [[String: Any]] ?? [] }
        }
    }

    /// What stands in the way of a test.
    public struct Obstacle: Error {}

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - status: What each request is answered with.
    ///   - delay: Seconds before that.
    public init(status: Int = 200, delay: Double = 0) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isListening else { throw Obstacle() }
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [weak self] in
            // Here and nowhere else, or this thread could accept what comes for another that has the number by then.
            defer { close(listener) }
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                if let request = Self.read(connection) { self?.state.withLock { $0.requests.append(request) } }
                if delay > 0 { Thread.sleep(forTimeInterval: delay) }
                let reply = "HTTP/1.1 \(status) X\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
                send(connection, reply, reply.utf8.count, Int32(truncatingIfNeeded: MSG_NOSIGNAL))
                close(connection)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// What has come so far.
    public var requests: [Request] { state.withLock(\.requests) }

    /// The spans that have come so far.
    public var spans: [[String: Any]] { requests.flatMap(\.spans) }

    private static func read(_ connection: Int32) -> Request? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
            let end = Array("\r\n\r\n".utf8)
            guard let headEnd = bytes.firstRange(of: end)?.upperBound else { continue }
            let head = String(decoding: bytes[..<headEnd], as: UTF8.self)
            let length = head.firstMatch(of: /(?i)content-length: ([0-9]+)/).flatMap { Int($0.output.1) } ?? 0
            guard bytes.count >= headEnd + length else { continue }
            return Request(head: head, body: Array(bytes[headEnd..<(headEnd + length)]))
        }
    }
}
