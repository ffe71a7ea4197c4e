package import HTTPServer
import HTTPTypes
package import Logging
package import PrometheusMetrics
import RedactionJobs
import SecureMemory

/// Serves metrics on a port of its own as long as the service runs, through its shutdown, too.
package struct Monitor: Sendable {
    private let server: HTTPServer

    /// Upper bound on connections: more than scrapers and probes open.
    private static let connections = 64

    /// A monitor that does not listen yet. It counts the ends of workers from now on.
    ///
    /// - Parameters:
    ///   - sockets: The bound sockets; nil to bind the address.
    ///   - sources: The parts of the service that are watched.
    ///   - registry: The metrics, with those in ``ServiceMetric/inCommon`` among them.
    ///   - probes: The replies of the service to probes.
    package init(
        _ address: SocketAddress,
        _ sockets: ListeningSockets?,
        _ sources: ServiceGauges.Sources,
        _ registry: PrometheusRegistry,
        _ probes: some ProbeReplies,
        _ logger: Logger
    ) {
        let workers = WorkerMetrics(registry)
        sources.pool.observe { workers.count($0) }
        let handler = MonitoringHandler(registry: registry, gauges: ServiceGauges(sources, registry), probes: probes)
        var configuration = HTTPServerConfiguration()
        configuration.host = address.host
        configuration.port = address.port
        configuration.maximumConnections = Self.connections
        configuration.maximumBodyBytes = 1
        configuration.maximumBytesInFlight = 1 << 20
        configuration.maximumReplyBytes = 16 << 20
        configuration.maximumPeerShare = 1
        // Probes are answered while there is too much to do.
        configuration.hasOwnThreads = true
        var logger = logger
        logger[metadataKey: "server"] = "metrics"
        server = HTTPServer(configuration: configuration, sockets: sockets, handler: handler, logger: logger)
    }

    /// The address, once it is listened on.
    package func listeningAddress() async throws -> SocketAddress { try await server.listeningAddress() }

    /// Serves from before `body` to its end. Throws if it cannot listen, and rethrows.
    package func watch(_ body: () async throws -> Void) async throws {
        // Detached, so that the shutdown does not reach it.
        let serving = Task.detached { [server] in try await server.run() }
        do {
            _ = try await server.listeningAddress()
        } catch {
            // The server itself says why it does not listen.
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

/// The replies of a service to probes.
package protocol ProbeReplies: Sendable {
    /// The reply that the process is alive.
    var health: HTTPServerResponse { get }
    /// The reply whether the service takes work.
    var readiness: HTTPServerResponse { get }
}

/// Answers on the port for metrics: `/metrics`, and the probes.
///
/// There are no keys: whoever reaches the port may know the metrics, which say nothing about a snapshot, a policy or a client.
private struct MonitoringHandler<Probes: ProbeReplies>: HTTPHandler {
    let registry: PrometheusRegistry
    /// The gauges that are looked up before metrics are written.
    let gauges: ServiceGauges
    let probes: Probes

    func answer(_ request: HTTPServerRequest) -> HTTPServerAnswer {
        do throws(Problem) {
            return .reply(try response(to: request.head))
        } catch {
            return .reply(error.response)
        }
    }

    private func response(to head: HTTPRequest) throws(Problem) -> HTTPServerResponse {
        let reply: (HTTPRequest) -> HTTPServerResponse
        switch head.path?.prefix(while: { $0 != "?" }) {
        case "/metrics": reply = metrics
        case Route.health.template[...]: reply = { _ in probes.health }
        case Route.readiness.template[...]: reply = { _ in probes.readiness }
        default: throw .notFound()
        }
        guard Route.health.methods.contains(head.method) else { throw .methodNotAllowed(Route.health.methods) }
        return reply(head)
    }

    /// All metrics, in the format that the client prefers; the simpler one if it does not matter.
    private func metrics(_ request: HTTPRequest) -> HTTPServerResponse {
        let accept = AcceptField(request.headerFields[.accept])
        let format: ExpositionFormat =
            accept.fit(ExpositionFormat.openMetrics.mediaType) > accept.fit(ExpositionFormat.text.mediaType)
            ? .openMetrics : .text
        gauges.set()
        guard let body = try? SecureBytes(copying: registry.exposition(in: format).utf8) else {
            return Problem.overloaded().response
        }
        var head = HTTPResponse(status: .ok)
        head.headerFields[.contentType] = format.contentType
        head.headerFields[.cacheControl] = "no-store"
        head.headerFields[.xContentTypeOptions] = "nosniff"
        return HTTPServerResponse(head: head, body: body)
    }

    func response(status: HTTPResponse.Status, detail: String, to head: HTTPRequest?) -> HTTPServerResponse {
        Problem.server(status: status, detail: detail).response
    }

    func isProbe(_ head: HTTPRequest) -> Bool { Route(pathOf: head)?.isProbe ?? false }
}
