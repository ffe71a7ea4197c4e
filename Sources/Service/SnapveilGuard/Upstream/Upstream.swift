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
    private let authorities: TrustedCertificates?

    /// Bytes of a request's body that are handed over at a time.
    private static let chunkBytes = 64 << 10
    /// Connections that may be open at a time. More wait for each other.
    private static let connections = 1024

    /// - Parameter authorities: The certificates that it is verified with; nil for those of the machine.
    init(_ address: UpstreamAddress, trusting authorities: TrustedCertificates? = nil, maximumReplyBytes: Int) {
        self.address = address
        self.maximumReplyBytes = maximumReplyBytes
        self.authorities = authorities
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.decompression = .disabled
        configuration.httpVersion = .http1Only
        configuration.tlsConfiguration = authorities?.configuration
        configuration.timeout.connect = .seconds(10)
        configuration.connectionPool.idleTimeout = .seconds(15)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Self.connections
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    func end() async { try? await client.shutdown() }

    /// Sends a request and receives all of the reply, which nobody counts: ``send(_:fields:in:reserving:)`` does.
    ///
    /// - Parameters:
    ///   - fields: The fields of the request but those of its framing.
    ///   - time: The time that the whole may take; nil for no end.
    ///   - memory: The memory for the body of the reply.
    ///   - reserve: Asked for room before more of it is taken: whether there is room for so many bytes in all.
    func deliver(
        _ request: UpstreamRequest,
        fields: HTTPFields,
        within time: Duration?,
        in memory: MemorySource,
        reserving reserve: (Int) -> Bool
    ) async throws(UpstreamFailure) -> UpstreamReply {
        try await receive(open(request, fields: fields, within: time), in: memory, reserving: reserve)
    }

    /// Sends a request and waits for the head of the reply.
    func open(
        _ request: UpstreamRequest,
        fields: HTTPFields,
        within time: Duration? = nil
    ) async throws(UpstreamFailure) -> UpstreamResponse {
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
            let deadline = time.map { NIODeadline.now() + TimeAmount($0) } ?? .distantFuture
            return try UpstreamResponse(await response(to: message, by: deadline))
        } catch {
            throw UpstreamFailure(error)
        }
    }

    /// Opens a web socket, and closes it behind `body`. A message may have as many bytes as a reply.
    ///
    /// - Throws: ``UpstreamFailure`` if there is none, and what `body` throws.
    func openSocket(
        _ target: UpstreamSocket.Target,
        _ fields: HTTPFields,
        _ body: (UpstreamSocket) async throws -> Void
    ) async throws {
        var fields = fields
        if let authorization = address.authorization { fields[.authorization] = authorization }
        try await UpstreamSocket.open(target, fields, trusting: authorities, limit: maximumReplyBytes, body)
    }

    /// The head of the response. A connection that was kept may have been closed by the server just when it was used again: what
    /// changes nothing is asked once more.
    private func response(to message: HTTPClientRequest, by deadline: NIODeadline) async throws -> HTTPClientResponse {
        do {
            return try await client.execute(message, deadline: deadline)
        } catch {
            guard message.method == .GET, case .broken = UpstreamFailure(error) else { throw error }
            return try await client.execute(message, deadline: deadline)
        }
    }

    /// Receives the rest of a reply; the parameters are those of ``send(_:fields:in:reserving:)``.
    func receive(
        _ response: UpstreamResponse,
        in memory: MemorySource,
        reserving reserve: (Int) -> Bool
    ) async throws(UpstreamFailure) -> UpstreamReply {
        do {
            var body = try SecureBytesBuilder(capacity: min(response.expectedBytes, maximumReplyBytes), in: memory)
            for try await chunk in response.body {
                guard body.count + chunk.readableBytes <= maximumReplyBytes else {
                    throw UpstreamFailure.tooLarge(limit: maximumReplyBytes)
                }
                guard reserve(body.count + chunk.readableBytes) else { throw UpstreamFailure.noRoom }
                try chunk.withUnsafeReadableBytes { try body.append($0) }
            }
            return UpstreamReply(status: response.status, fields: response.fields, body: body.finish())
        } catch {
            throw UpstreamFailure(error)
        }
    }
}

/// A reply of the server behind a guard whose body is still on its way.
struct UpstreamResponse: Sendable {
    let status: Int
    let fields: HTTPFields
    let body: HTTPClientResponse.Body

    fileprivate init(_ response: HTTPClientResponse) throws(UpstreamFailure) {
        // What follows a 101 is another protocol.
        guard 200...599 ~= response.status.code else { throw .malformed }
        var fields = HTTPFields()
        for (name, value) in response.headers {
            guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        (status, self.fields, body) = (Int(response.status.code), fields, response.body)
    }

    /// Bytes of the body as they are announced; 0 if they are not.
    fileprivate var expectedBytes: Int { max(fields[.contentLength].flatMap { Int($0) } ?? 0, 0) }
}

/// A request to the server behind a guard.
struct UpstreamRequest: Sendable {
    let method: HTTPRequest.Method
    /// The path with the query.
    let target: String
    /// Nil where there is none, which is not the same as an empty one.
    var body: SecureBytes?
}

extension UpstreamRequest {
    /// A request that is passed on.
    init(_ request: GuardRequest) {
        self.init(method: request.method, target: request.target, body: request.body)
    }
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
