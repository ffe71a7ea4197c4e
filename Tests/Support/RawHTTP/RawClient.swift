import Dispatch
import Glibc

/// A client that writes and reads raw bytes, on threads of its own so that waiting for the server blocks no test.
final class RawClient: Sendable {
    /// What stands in the way of a test, and is no outcome of one.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let descriptor: Int32
    private let sending = DispatchQueue(label: "snapveil.test-client.sending")
    private let receiving = DispatchQueue(label: "snapveil.test-client.receiving")

    /// Connects over loopback, from any of its addresses. Every read gives up after 5 s.
    init(port: Int, from source: String = "127.0.0.1", receiveBufferBytes: Int32? = nil) throws {
        descriptor = try Self.impatientSocket(AF_INET)
        if var bytes = receiveBufferBytes {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
        }
        var own = Self.address(source, port: 0)
        var other = Self.address("127.0.0.1", port: port)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeBytes(of: &own) { own in
            withUnsafeBytes(of: &other) { other in
                guard let own = own.assumingMemoryBound(to: sockaddr.self).baseAddress,
                    let other = other.assumingMemoryBound(to: sockaddr.self).baseAddress,
                    bind(descriptor, own, length) == 0
                else { return Int32(-1) }
                return connect(descriptor, other, length)
            }
        }
        try requireConnection(status)
    }

    /// Connects to a socket in the file system. Every read gives up after 5 s.
    init(unixSocket path: String) throws {
        descriptor = try Self.impatientSocket(AF_UNIX)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let status = withUnsafeBytes(of: &address) { bytes in
            bytes.assumingMemoryBound(to: sockaddr.self).baseAddress.map {
                connect(descriptor, $0, socklen_t(bytes.count))
            }
        }
        try requireConnection(status ?? -1)
    }

    private static func impatientSocket(_ family: Int32) throws -> Int32 {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(description: "socket: \(errno)") }
        var timeout = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        return descriptor
    }

    private func requireConnection(_ status: Int32) throws {
        guard status != 0 else { return }
        // The descriptor is closed with this object.
        throw Failure(description: "connect: \(String(cString: strerror(errno)))")
    }

    private static func address(_ host: String, port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr(host)
        return address
    }

    deinit { close(descriptor) }

    private func perform<Value: Sendable>(
        on queue: DispatchQueue,
        _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: body()) } }
    }

    /// Writes everything; whether the other end took it.
    @discardableResult
    func send(_ bytes: [UInt8]) async -> Bool {
        let descriptor = descriptor
        return await perform(on: sending) {
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    /// Writes text.
    @discardableResult
    func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

    /// Says that nothing more will be sent.
    func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Up to `count` bytes; none at the end, nil after a reset or 5 s.
    func receive(_ count: Int = 64 * 1024) async -> [UInt8]? {
        let descriptor = descriptor
        return await perform(on: receiving) {
            var bytes = [UInt8](repeating: 0, count: count)
            let received = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, count, 0) }
            return received < 0 ? nil : Array(bytes[..<received])
        }
    }

    /// Everything to the end; nil if that was a reset or took too long.
    func receiveToEnd() async -> String? {
        var text: [UInt8] = []
        while let bytes = await receive() {
            if bytes.isEmpty { return String(decoding: text, as: UTF8.self) }
            text += bytes
        }
        return nil
    }

    /// One response, by its Content-Length.
    func response(hasBody: Bool = true) async throws -> RawResponse {
        var bytes: [UInt8] = []
        while !bytes.ends(with: "\r\n\r\n") {
            // One byte at a time, to leave the next response where it is.
            guard let more = await receive(1), !more.isEmpty else {
                throw Failure(
                    description: "no response, only \(String(decoding: bytes, as: UTF8.self).debugDescription)"
                )
            }
            bytes += more
        }
        var response = RawResponse(head: String(decoding: bytes, as: UTF8.self))
        let length = hasBody ? response.field("content-length").flatMap { Int($0) } ?? 0 : 0
        while response.body.count < length {
            guard let more = await receive(length - response.body.count), !more.isEmpty else {
                throw Failure(description: "the body ends after \(response.body.count) of \(length) bytes")
            }
            response.body += more
        }
        return response
    }

    /// Whether the server ends the connection, without a byte more and without a reset.
    func isEnded() async -> Bool { await receive() == [] }
}

/// A response as it came.
struct RawResponse: Sendable {
    let head: String
    var body: [UInt8] = []

    var status: Int? { Int(head.dropFirst("HTTP/1.1 ".count).prefix(3)) }
    var text: String { String(decoding: body, as: UTF8.self) }

    func field(_ name: String) -> String? {
        for line in head.split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == name { return String(parts[1].drop { $0 == " " }) }
        }
        return nil
    }
}

extension [UInt8] {
    fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
