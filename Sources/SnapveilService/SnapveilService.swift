public import HTTPServer
public import ImageCore
public import Logging
public import PolicyLibrary
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
        /// Pictures that are worked on at a time; the number of cores is best.
        public var workers: Int
        /// The longest that a request should have to wait for a worker, by what waits already and how long requests have taken:
        /// 20 s; past that, 503.
        public var maximumWait = Duration.seconds(20)
        /// Requests that wait for a worker; past that, 503.
        public var queue = Int.max
        /// Bytes that all pictures which are worked on may take together: 1 GiB.
        public var maximumWorkBytes = 1 << 30
        /// What a snapshot may cost.
        public var limits = DecodingLimits()
        /// The weakest assurance that a policy may have, whatever it and its request say.
        public var minimumAssurance = MinimumAssurance.obscured
        /// The policies and pictures that the server has by name.
        public var catalogue = Catalogue()
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

        /// The defaults with `workers` workers, 1 or more.
        public init(workers: Int) {
            self.workers = workers
        }

        fileprivate func policies(_ catalogue: Catalogue) -> ServerPolicies {
            ServerPolicies(
                catalogue: catalogue,
                isExclusive: policyOnly,
                minimumAssurance: minimumAssurance,
                takesPhases: takesPhases,
                requiresCover: requiresCover
            )
        }
    }

    private let redactor: Redactor
    private let handler: SnapveilHandler
    private let gatekeeper: Gatekeeper
    private let server: HTTPServer
    private let configuration: Configuration

    /// Sets up the service; nothing is listened on yet.
    public init(configuration: Configuration, logger: Logger) {
        var settings = configuration
        // What can be exchanged is held by what uses it alone, and is gone once it was.
        settings.keys = nil
        settings.catalogue = Catalogue()
        self.configuration = settings
        gatekeeper = Gatekeeper(configuration.keys)
        redactor = Redactor(limits: configuration.limits, covers: CoverCache())
        handler = SnapveilHandler(
            workshop: Workshop(redactor: redactor, memory: WorkMemory(capacity: configuration.maximumWorkBytes)),
            policies: configuration.policies(configuration.catalogue),
            pool: WorkerPool(
                WorkerPool.Bounds(
                    workers: configuration.workers,
                    queue: configuration.queue,
                    maximumWait: configuration.maximumWait
                )
            ),
            gatekeeper: gatekeeper,
            crossOrigin: CrossOrigin(allowedOrigins: configuration.allowedOrigins),
            log: AccessLog(logger: logger)
        )
        server = HTTPServer(configuration: configuration.server, handler: handler, logger: logger)
    }

    /// Serves until a graceful shutdown has ended.
    ///
    /// - Throws: ``HTTPServerError``.
    public func run() async throws {
        redactor.warmUp()
        try await withGracefulShutdownHandler {
            try await server.run()
        } onGracefulShutdown: {
            handler.beginShutdown()
        }
    }

    /// Takes other keys from the next request on.
    public func replaceKeys(_ keys: KeyRing) {
        gatekeeper.replace(keys)
    }

    /// Takes other policies and pictures from the next request on.
    public func replaceCatalogue(_ catalogue: Catalogue) {
        handler.replace(configuration.policies(catalogue))
    }

    /// Where the server listens, once it does.
    ///
    /// - Throws: ``HTTPServerError/notListening``.
    public func listeningAddress() async throws -> SocketAddress {
        try await server.listeningAddress()
    }
}
