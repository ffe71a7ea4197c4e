public import HTTPServer
import HTTPTypes
import Logging
public import OTLPTracing
import PrometheusMetrics
import RedactionJobs
import SnapveilService
import Synchronization

/// The metrics and the traces of a guard.
public struct GuardMonitoring: Sendable {
    /// The settings of an operator.
    public struct Configuration: Sendable {
        /// The address for metrics; nil counts nothing. Port 0 takes a free one.
        public var metricsAddress: SocketAddress?
        /// The bound sockets for metrics; nil to bind ``metricsAddress``, if there is one.
        public var metricsSockets: ListeningSockets?
        /// The collector of spans; nil sends none.
        public var collector: CollectorEndpoint?

        /// Neither metrics nor traces.
        public init() {}
    }

    let metrics: GuardMetrics
    let tracer: RequestTracer
    private let registry: PrometheusRegistry?

    init(_ configuration: Configuration) {
        self.init(
            counting: configuration.metricsAddress.map { _ in PrometheusRegistry(GuardMetric.all) },
            tracer: RequestTracer(to: configuration.collector, of: "snapveil-guard")
        )
    }

    /// Counts with the metrics of a registry; nil counts nothing.
    init(counting registry: PrometheusRegistry?, tracer: RequestTracer) {
        (self.registry, self.tracer) = (registry, tracer)
        metrics = GuardMetrics(registry)
    }

    /// What serves the metrics of a server; nil if none are asked for.
    ///
    /// - Parameter connectionLimit: Connections that the server takes at a time.
    func monitor(
        _ configuration: Configuration,
        of server: HTTPServer,
        connectionLimit: Int,
        _ probes: GuardProbes,
        _ logger: Logger
    ) -> Monitor? {
        guard let registry, let address = configuration.metricsAddress else { return nil }
        let sources = ServiceGauges.Sources(
            server: server,
            connectionLimit: connectionLimit,
            pool: probes.pool,
            exporter: tracer.exporter
        )
        return Monitor(address, configuration.metricsSockets, sources, registry, probes, logger)
    }
}

/// The replies of a guard to probes: whether it lives, and whether it has workers. The server behind has a status of its own.
final class GuardProbes: ProbeReplies {
    let pool: WorkerPool
    private let isLeaving = Atomic(false)

    init(_ pool: WorkerPool) {
        self.pool = pool
    }

    /// Makes the guard not ready from now on.
    func beginShutdown() { isLeaving.store(true, ordering: .relaxed) }

    var health: HTTPServerResponse { Self.reply("ok", .ok) }

    var readiness: HTTPServerResponse {
        guard !isLeaving.load(ordering: .relaxed) else { return Self.reply("shutting down", .serviceUnavailable) }
        return pool.isAlive ? health : Self.reply("no worker is alive", .serviceUnavailable)
    }

    private static func reply(_ text: String, _ status: HTTPResponse.Status) -> HTTPServerResponse {
        var head = HTTPResponse(status: status)
        head.headerFields[.cacheControl] = "no-store"
        return JSONText.response(head, type: "application/json", ["status": text])
    }
}
