public import Containment
public import Detection
public import HTTPServer
public import ImageCore
public import Logging
public import OTLPTracing
public import PolicyLibrary
import PrometheusMetrics
public import Redaction
public import ServiceLifecycle

/// The REST API on a socket.
///
/// ```swift
/// let service = SnapveilService(configuration: .init(), logger: Logger(label: "snapveil"))
/// try await ServiceGroup(services: [service], gracefulShutdownSignals: [.sigterm], logger: logger).run()
/// ```
public struct SnapveilService: Service {
    /// What an operator can set.
    public struct Configuration: Sendable {
        /// Where the server listens, and what it gives to its clients.
        public var server = HTTPServerConfiguration()
        /// What it listens on; nil to bind what ``server`` says.
        public var sockets: ListeningSockets?
        /// Pictures that are worked on at a time; the number of cores is best.
        public var workers: Int
        /// The longest that a request should have to wait for a worker, by what waits already and how long requests have taken:
        /// 20 s; past that, 503.
        public var maximumWait = Duration.seconds(20)
        /// Requests that wait for a worker; past that, 503.
        public var queue = Int.max
        /// Bytes that all pictures which are worked on may take together: 1 GiB.
        public var maximumWorkBytes = 1 << 30
        /// Bytes of ``maximumWorkBytes`` that a picture takes for each of its pixels.
        public static let workBytesOfPixel = 2 * PixelFormat.rgba.channels
        /// The longest that the work on a request may take: 30 s. The time that it waits is not counted.
        public var timeLimit = Duration.seconds(30)
        /// What a snapshot may cost.
        public var limits = DecodingLimits()
        /// The weakest assurance that a policy may have, whatever it and its request say.
        public var minimumAssurance = MinimumAssurance.obscured
        /// The policies and pictures that the server has by name.
        public var catalogue = Catalogue()
        /// The directory of the models that pictures are looked at with; nil if they are not.
        public var models: String?
        /// Bytes of ``maximumWorkBytes`` that looking at a picture may take besides it.
        public static let workBytesOfLooking = Workshop.byteCountOfLooking
        /// Bytes that ``models`` take in each process that looks at pictures.
        public static let byteCountOfModels = Workshop.byteCountOfModels
        /// Whether requests only choose among these policies, so that none can weaken what the operator set.
        public var policyOnly = false
        /// Whether requests may say what the app was doing, by which a policy with phases may not apply.
        public var takesPhases = true
        /// Whether a snapshot of which nothing would be covered is refused.
        public var requiresCover = false
        /// The keys of which a request has to carry one; nil lets everybody in.
        public var keys: KeyRing?
        /// Other origins than the server's own whose pages may call from a browser.
        public var allowedOrigins: Set<WebOrigin> = []
        /// Whether there is a page at `/` on which the service can be tried in a browser.
        public var hasPlayground = true
        /// Where metrics are served; nil counts nothing. Port 0 takes a free one.
        public var metricsAddress: SocketAddress?
        /// The sockets for metrics, where they are bound already; nil to bind ``metricsAddress``, if there is one.
        public var metricsSockets: ListeningSockets?
        /// Where spans are sent; nil sends none.
        public var collector: CollectorEndpoint?

        /// The defaults with `workers` workers, 1 or more.
        public init(workers: Int) {
            self.workers = workers
        }

        /// What the operator demands of all requests.
        var demands: ServerPolicies.Demands {
            ServerPolicies.Demands(
                isExclusive: policyOnly,
                minimumAssurance: minimumAssurance,
                takesPhases: takesPhases,
                requiresCover: requiresCover
            )
        }
    }

    private let crew: Crew
    private let pool: WorkerPool
    private let state: ServiceState
    private let gatekeeper: Gatekeeper
    private let server: HTTPServer
    private let monitor: Monitor?
    private let tracer: RequestTracer
    private let configuration: Configuration

    /// Sets up a service that works on requests in this process; nothing is listened on yet.
    ///
    /// - Parameters:
    ///   - configuration: What the service is like.
    ///   - detector: What looks at pictures, if the catalogue of the configuration says that there is such a thing.
    ///   - logger: Where requests leave their lines.
    public init(configuration: Configuration, detector: Detector? = nil, logger: Logger) {
        let redactor = Redactor(limits: configuration.limits, covers: CoverCache(), detector: detector)
        let workshop = Workshop(redactor: redactor, workBytes: configuration.maximumWorkBytes)
        let memory = WorkMemory(capacity: configuration.maximumWorkBytes)
        let policies = ServerPolicies(catalogue: configuration.catalogue, demands: configuration.demands)
        self.init(configuration, .here(workshop, memory, timeLimit: configuration.timeLimit), policies, logger)
    }

    /// Starts the processes for a service, and waits until they are ready.
    ///
    /// - Parameters:
    ///   - configuration: What the service is to be like.
    ///   - idleBytes: Bytes of memory to keep for later requests, in all.
    ///   - allowsInspection: Whether core dumps and debuggers may show what is in memory.
    ///   - launcher: What starts the processes, now and whenever one has to be replaced.
    ///   - logger: Where it is told what becomes of the processes.
    /// - Throws: `ContainmentError`.
    public static func staff(
        _ configuration: Configuration,
        idleBytes: Int,
        allowsInspection: Bool = false,
        launcher: Launcher,
        logger: Logger
    ) throws(ContainmentError) -> WorkerStaff {
        let setup = SanitizeSetup(
            limits: configuration.limits,
            workBytes: configuration.maximumWorkBytes,
            demands: configuration.demands,
            models: configuration.models
        )
        let terms = WorkerStaff.Terms(
            count: max(configuration.workers, 1),
            setup: setup,
            replyBytes: configuration.server.maximumReplyBytes,
            bodyBytes: configuration.server.maximumBodyBytes,
            timeLimit: configuration.timeLimit,
            idleBytes: idleBytes,
            allowsInspection: allowsInspection
        )
        return try WorkerStaff(terms, launcher: launcher, logger: logger)
    }

    /// Sets up a service that works on requests in other processes; nothing is listened on yet.
    ///
    /// - Parameters:
    ///   - configuration: What the service is like. Its ``Configuration/catalogue`` has the policies of `material`.
    ///   - staff: The processes, as many as the configuration has workers.
    ///   - material: The policies and pictures, which `staff` has loaded.
    ///   - logger: Where requests leave their lines.
    public init(configuration: Configuration, staff: WorkerStaff, material: Material, logger: Logger) {
        let policies = ServerPolicies(
            catalogue: configuration.catalogue,
            demands: configuration.demands,
            material: material
        )
        self.init(configuration, .contained(staff), policies, logger)
    }

    private init(_ configuration: Configuration, _ crew: Crew, _ policies: ServerPolicies, _ logger: Logger) {
        var settings = configuration
        // What can be exchanged is held by what uses it alone, and is gone once it was.
        settings.keys = nil
        settings.catalogue = Catalogue()
        settings.sockets = nil
        settings.metricsSockets = nil
        self.configuration = settings
        self.crew = crew
        gatekeeper = Gatekeeper(configuration.keys)
        let bounds = WorkerPool.Bounds(
            workers: configuration.workers,
            queue: configuration.queue,
            maximumWait: configuration.maximumWait
        )
        pool = WorkerPool(bounds, upkeep: crew.upkeep)
        let exporter = configuration.collector.map { endpoint in
            SpanExporter(
                to: endpoint,
                resource: ["service.name": "snapveil", "service.version": APIDescription.version],
                scope: "snapveil"
            )
        }
        tracer = RequestTracer(tracer: exporter.map(OTLPTracer.init))
        let registry = configuration.metricsAddress.map { _ in PrometheusRegistry(ServiceMetric.all) }
        state = ServiceState(crew, policies)
        let chain = Chain(
            crossOrigin: CrossOrigin(allowedOrigins: configuration.allowedOrigins),
            gatekeeper: gatekeeper,
            routes: Routes(
                crew: crew,
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
        crew.report(to: WorkerMetrics(registry))
        let sources = ServiceGauges.Sources(
            server: server,
            connectionLimit: configuration.server.maximumConnections,
            pool: pool,
            crew: crew,
            exporter: exporter
        )
        let gauges = ServiceGauges(sources, registry)
        let watching = MonitoringHandler(registry: registry, gauges: gauges, state: state)
        monitor = Monitor(address, configuration.metricsSockets, watching, logger)
    }

    /// Serves until a graceful shutdown has ended.
    ///
    /// - Throws: ``HTTPServerError``.
    public func run() async throws {
        crew.begin(with: pool)
        defer { crew.end() }
        guard let monitor else { return try await serve() }
        try await monitor.watch(serve)
    }

    private func serve() async throws {
        defer { tracer.tracer?.forceFlush() }
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

    /// Takes other policies and pictures from the next request on, if all can be used.
    ///
    /// - Returns: Pictures that cannot be used, and that no policy needs.
    /// - Throws: ``InvalidFile``, and then those before stay.
    public func replaceCatalogue(_ files: CatalogueFiles) async throws(InvalidFile) -> [InvalidFile] {
        let policies = try await crew.policies(files, configuration.demands, pool)
        state.replace(policies)
        return policies.catalogue.warnings
    }

    /// Where the server listens, once it does.
    ///
    /// - Throws: ``HTTPServerError/notListening``.
    public func listeningAddress() async throws -> SocketAddress {
        try await server.listeningAddress()
    }

    /// Where metrics are served, once they are; nil if they are not.
    ///
    /// - Throws: ``HTTPServerError/notListening``.
    public func metricsListeningAddress() async throws -> SocketAddress? {
        try await monitor?.listeningAddress()
    }
}
