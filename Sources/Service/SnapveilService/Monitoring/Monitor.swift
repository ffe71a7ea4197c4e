import HTTPServer
import Logging

/// Serves those who watch a service, on a port of its own, for as long as the service runs: through its shutdown, too, as what
/// happens then is worth watching.
struct Monitor: Sendable {
    private let server: HTTPServer

    /// More would be watching than anybody does.
    private static let connections = 64

    /// A monitor that listens nowhere yet.
    ///
    /// - Parameters:
    ///   - address: Where to listen.
    ///   - sockets: What to listen on; nil to bind the address.
    ///   - handler: Answers the requests for metrics.
    ///   - logger: Where it is told on which port it listens.
    init(_ address: SocketAddress, _ sockets: ListeningSockets?, _ handler: some HTTPHandler, _ logger: Logger) {
        var configuration = HTTPServerConfiguration()
        configuration.host = address.host
        configuration.port = address.port
        configuration.maximumConnections = Self.connections
        configuration.maximumBodyBytes = 1
        configuration.maximumBytesInFlight = 1 << 20
        configuration.maximumReplyBytes = 16 << 20
        configuration.maximumPeerShare = 1
        var logger = logger
        logger[metadataKey: "server"] = "metrics"
        server = HTTPServer(
            configuration: configuration,
            sockets: sockets,
            handler: handler,
            logger: logger
        )
    }

    /// Where it listens, once it does.
    ///
    /// - Throws: ``HTTPServerError/notListening``.
    func listeningAddress() async throws -> SocketAddress { try await server.listeningAddress() }

    /// Serves from before `body` to its end.
    ///
    /// - Throws: ``HTTPServerError`` if it cannot listen, and what `body` throws.
    func watch(_ body: () async throws -> Void) async throws {
        // Detached, so that nobody tells it of the shutdown.
        let serving = Task.detached { [server] in try await server.run() }
        do {
            _ = try await server.listeningAddress()
        } catch {
            // Why it does not listen, the server itself says.
            try await serving.value
            throw error
        }
        let result: Result<Void, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        serving.cancel()
        _ = await serving.result
        try result.get()
    }
}
