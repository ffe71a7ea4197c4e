import AsyncHTTPClient
import HTTPParsing
import HTTPTypes
import NIOCore
import NIOHTTP1
import SecureMemory

/// The server behind a guard.
///
/// Bytes of its replies pass through buffers of the HTTP library, which are freed and not wiped.
final class Upstream: Sendable {
    let address: UpstreamAddress
    /// Upper bound on the bytes of a reply.
    private let maximumReplyBytes: Int
    private let client: HTTPClient

    /// Bytes of a request's body that are handed over at a time.
    private static let chunkBytes = 64 << 10
    /// Connections that may be open at a time. More wait for each other.
    private static let connections = 1024

    init(_ address: UpstreamAddress, maximumReplyBytes: Int) {
        self.address = address
        self.maximumReplyBytes = maximumReplyBytes
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.decompression = .disabled
        configuration.httpVersion = .http1Only
        configuration.timeout.connect = .seconds(10)
        configuration.connectionPool.idleTimeout = .seconds(15)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Self.connections
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    func end() async { try? await client.shutdown() }

    /// Sends a request and receives all of the reply.
    ///
    /// - Parameters:
    ///   - fields: The fields of the request but those of its framing.
    ///   - memory: The memory for the body of the reply.
    ///   - reserve: Asked for room before more of it is taken: whether there is room for so many bytes in all.
    func send(
        _ request: UpstreamRequest,
        fields: HTTPFields,
        in memory: MemorySource = .process,
        reserving reserve: (Int) -> Bool = { _ in true }
    ) async throws(UpstreamFailure) -> UpstreamReply {
        var message = HTTPClientRequest(url: address.url(request.target))
        message.method = HTTPMethod(rawValue: request.method.rawValue)
        for field in fields { message.headers.add(name: field.name.rawName, value: field.value) }
        if let authorization = address.authorization {
            message.headers.replaceOrAdd(name: "Authorization", value: authorization)
        }
        if let body = request.body {
            message.body = .stream(BodyChunks(body, Self.chunkBytes), length: .known(Int64(body.count)))
        }
        do {
            return try await receive(response(to: message), in: memory, reserving: reserve)
        } catch let failure as UpstreamFailure {
            throw failure
        } catch {
            throw UpstreamFailure(error)
        }
    }

    /// The head of the response. A connection that was kept may have been closed by the server just when it was used again: what
    /// changes nothing is asked once more.
    private func response(to message: HTTPClientRequest) async throws -> HTTPClientResponse {
        do {
            return try await client.execute(message, deadline: .distantFuture)
        } catch let error as HTTPClientError where error == .remoteConnectionClosed && message.method == .GET {
            return try await client.execute(message, deadline: .distantFuture)
        }
    }

    private func receive(
        _ response: HTTPClientResponse,
        in memory: MemorySource,
        reserving reserve: (Int) -> Bool
    ) async throws -> UpstreamReply {
        // What follows a 101 is another protocol.
        guard 200...599 ~= response.status.code else { throw UpstreamFailure.malformed }
        let length = response.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
        var body = try SecureBytesBuilder(capacity: min(max(length, 0), maximumReplyBytes), in: memory)
        for try await chunk in response.body {
            guard body.count + chunk.readableBytes <= maximumReplyBytes else {
                throw UpstreamFailure.tooLarge(limit: maximumReplyBytes)
            }
            guard reserve(body.count + chunk.readableBytes) else { throw UpstreamFailure.noRoom }
            try chunk.withUnsafeReadableBytes { try body.append($0) }
        }
        var fields = HTTPFields()
        for (name, value) in response.headers {
            guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        return UpstreamReply(status: Int(response.status.code), fields: fields, body: body.finish())
    }
}

/// A request to the server behind a guard.
struct UpstreamRequest: Sendable {
    let method: HTTPRequest.Method
    /// The path with the query.
    let target: String
    /// Nil where there is none, which is not the same as an empty one.
    var body: SecureBytes?
}

/// A reply of the server behind a guard.
struct UpstreamReply: Sendable {
    let status: Int
    let fields: HTTPFields
    let body: SecureBytes
}

/// The chunks of a body, copied one at a time.
private struct BodyChunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let body: SecureBytes
    private let size: Int
    private var offset = 0

    init(_ body: SecureBytes, _ size: Int) {
        (self.body, self.size) = (body, size)
    }

    func makeAsyncIterator() -> BodyChunks { self }

    mutating func next() async -> ByteBuffer? {
        guard offset < body.count else { return nil }
        let end = Swift.min(offset + size, body.count)
        defer { offset = end }
        return body[offset..<end].withUnsafeBytes { ByteBuffer(bytes: $0) }
    }
}
