public import Containment
public import Detection
public import HTTPServer
import ImageCore
public import Logging
public import PolicyLibrary
import PrometheusMetrics
public import RedactionJobs
public import ServiceLifecycle

/// The REST API on a socket.
///
/// ```swift
/// let service = SnapveilService(configuration: .init(), logger: Logger(label: "snapveil"))
/// try await ServiceGroup(services: [service], gracefulShutdownSignals: [.sigterm], logger: logger).run()
/// ```
public struct SnapveilService: Service {
    private let pool: WorkerPool
    private let state: ServiceState
    private let gatekeeper: Gatekeeper
    private let server: HTTPServer
    private let monitor: Monitor?
    private let tracer: RequestTracer
    private let configuration: Configuration

    /// Sets up a service that works on requests in this process; it does not listen yet.
    ///
    /// - Parameters:
    ///   - configuration: The settings.
    ///   - detector: The models, if the catalogue of the configuration has a detector.
    ///   - logger: The log of requests.
    public init(configuration: Configuration, detector: Detector? = nil, logger: Logger) {
        let pool = Self.pool(configuration, detector)
        self.init(configuration: configuration, pool: pool, material: pool.use(configuration.catalogue), logger: logger)
    }

    /// Makes the workers of a service in this process.
    package static func pool(_ configuration: Configuration, _ detector: Detector?) -> WorkerPool {
        WorkerPool(configuration.poolTerms(idleBytes: 0), detector)
    }

    /// Starts the processes for a service, and waits until they are ready.
    ///
    /// - Parameters:
    ///   - configuration: The settings of the service.
    ///   - idleBytes: Bytes of memory to keep for later requests, in all.
    ///   - allowsInspection: Whether core dumps and debuggers may show memory.
    ///   - launcher: The launcher of the processes, now and for each replacement.
    ///   - logger: The log of the processes.
    public static func pool(
        _ configuration: Configuration,
        idleBytes: Int,
        allowsInspection: Bool = false,
        launcher: Launcher,
        logger: Logger
    ) throws(ContainmentError) -> WorkerPool {
        var terms = configuration.poolTerms(idleBytes: idleBytes)
        terms.allowsInspection = allowsInspection
        return try WorkerPool(terms, launcher: launcher, logger: logger)
    }

    /// Sets up a service; it does not listen yet.
    ///
    /// - Parameters:
    ///   - configuration: The settings. The ``Configuration/catalogue`` has the policies of `material`.
    ///   - pool: The workers, as many as the configuration has.
    ///   - material: The policies and pictures, which the pool has loaded.
    ///   - logger: The log of requests.
    package init(configuration: Configuration, pool: WorkerPool, material: LoadedMaterial?, logger: Logger) {
        let policies = ServerPolicies(
            catalogue: configuration.catalogue,
            demands: configuration.demands,
            material: material
        )
        var settings = configuration
        // Replaceable values are held by their users alone, and are gone after an exchange.
        settings.keys = nil
        settings.catalogue = Catalogue()
        settings.sockets = nil
        settings.metricsSockets = nil
        self.configuration = settings
        self.pool = pool
        gatekeeper = Gatekeeper(configuration.keys)
        tracer = RequestTracer(to: configuration.collector, of: "snapveil")
        let registry = configuration.metricsAddress.map { _ in PrometheusRegistry(ServiceMetric.all) }
        state = ServiceState(pool, policies)
        let chain = Chain(
            crossOrigin: CrossOrigin(allowedOrigins: configuration.allowedOrigins),
            gatekeeper: gatekeeper,
            routes: Routes(
                pool: pool,
                state: state,
                documents: PublicDocument.replies,
                // Without memory for a page of this size, the server is about to end anyway.
                playground: configuration.hasPlayground ? try? Playground() : nil
            ),
            record: Record(
                log: AccessLog(logger: logger),
                metrics: RequestMetrics(registry, routes: Route.labels),
                tracer: tracer
            )
        )
        server = HTTPServer(
            configuration: configuration.server,
            sockets: configuration.sockets,
            handler: chain,
            logger: logger
        )
        guard let registry, let address = configuration.metricsAddress else {
            monitor = nil
            return
        }
        let sources = ServiceGauges.Sources(
            server: server,
            connectionLimit: configuration.server.maximumConnections,
            pool: pool,
            exporter: tracer.exporter
        )
        monitor = Monitor(address, configuration.metricsSockets, sources, registry, state, logger)
    }

    /// Serves until a graceful shutdown has ended.
    ///
    /// - Throws: ``HTTPServerError``.
    public func run() async throws {
        pool.begin()
        defer { pool.end() }
        guard let monitor else { return try await serve() }
        try await monitor.watch(serve)
    }

    private func serve() async throws {
        defer { tracer.flush() }
        try await withGracefulShutdownHandler {
            try await server.run()
        } onGracefulShutdown: {
            state.beginShutdown(takingWorkFor: configuration.server.minimumIdleTime)
        }
    }

    /// Takes other keys from the next request on.
    public func replaceKeys(_ keys: KeyRing) {
        gatekeeper.replace(keys)
    }

    /// Takes other policies and pictures from the next request on, if all can be used; else the earlier ones stay.
    ///
    /// - Returns: Pictures that cannot be used, and that no policy needs.
    public func replaceCatalogue(_ files: CatalogueFiles) async throws(InvalidFile) -> [InvalidFile] {
        let (material, warnings) = try await pool.reload(.catalogue(files))
        let catalogue = try Catalogue(policiesOf: files, warnings: warnings)
        state.replace(ServerPolicies(catalogue: catalogue, demands: configuration.demands, material: material))
        return warnings
    }

    /// The address of the server, once it listens.
    ///
    /// - Throws: ``HTTPServerError/notListening``.
    public func listeningAddress() async throws -> SocketAddress {
        try await server.listeningAddress()
    }

    /// The address for metrics, once it listens; nil if there is none.
    ///
    /// - Throws: ``HTTPServerError/notListening``.
    public func metricsListeningAddress() async throws -> SocketAddress? {
        try await monitor?.listeningAddress()
    }
}
