import Artefacts
public import HTTPServer
package import Logging
import RedactionJobs
package import SecureMemory
public import ServiceLifecycle
public import SnapveilService

/// A server in front of another one, of WebDriver for harnesses or of MCP for agents. Whatever shows a screen in a reply is made safe on
/// the way, or the reply becomes an error.
public struct GuardService: Service {
    /// The settings of an operator.
    public struct Configuration: Sendable {
        /// The address and the bounds of the server.
        public var server = HTTPServerConfiguration()
        /// The server behind.
        public var upstream: UpstreamAddress
        /// The certificates that the server behind is verified with over TLS; nil for those that the machine trusts.
        public var upstreamAuthorities: TrustedCertificates?
        /// What it speaks.
        public var language: Language
        /// Upper bound on the bytes of a reply of the server behind, or of a message: 64 MiB.
        public var maximumReplyBytes = 64 << 20
        /// The keys, one of which each request has to carry; nil admits everybody.
        public var keys: KeyRing?
        /// Metrics and traces.
        public var monitoring = GuardMonitoring.Configuration()

        /// The defaults for a server behind.
        public init(upstream: UpstreamAddress, _ language: Language) {
            self.language = language
            // The URL of an MCP server names the one path that it has.
            self.upstream = if case .mcp = language { upstream.origin } else { upstream }
            server.port = 4545
            // A new session waits in the queue of a grid for five minutes, and a script of a harness runs as long as it likes.
            server.requestTimeout = .seconds(3600)
            server.idleTimeout = .seconds(600)
            // An agent that reads nothing for a while is stopped in a debugger.
            server.writeTimeout = .seconds(600)
            server.maximumPeerShare = 1
        }
    }

    /// The protocol between clients and the server behind.
    public enum Language: Sendable {
        /// WebDriver.
        ///
        /// - allowed: Ways past the guard that are left open.
        /// - redactsSources: Whether page sources that a harness asks for are redacted, too.
        case webDriver(allowed: Set<DirectWay>, redactsSources: Bool)
        /// The Model Context Protocol over HTTP.
        ///
        /// - redactsTexts: Whether sensitive values are taken out of texts, too.
        case mcp(redactsTexts: Bool)
    }

    private let server: HTTPServer
    private let upstream: Upstream
    private let pool: WorkerPool
    private let recordings: RecordingWorkers
    private let probes: GuardProbes
    private let monitoring: GuardMonitoring
    private let monitor: Monitor?
    private let gatekeeper: Gatekeeper
    private let guarded: any GuardedProtocol

    /// Sets a guard up; it does not listen yet.
    ///
    /// - Parameters:
    ///   - configuration: The settings.
    ///   - sockets: The bound sockets; nil to bind the address of the configuration.
    ///   - workers: The workers with the policy, which is not their last.
    ///   - recordings: The workers for recordings in replies of WebDriver.
    ///   - logger: The log of requests.
    package init(
        _ configuration: Configuration,
        sockets: ListeningSockets?,
        workers: ReplyWorkers,
        recordings: RecordingWorkers,
        logger: Logger
    ) throws(OutOfMemory) {
        pool = workers.pool
        self.recordings = recordings
        probes = GuardProbes(pool)
        monitoring = GuardMonitoring(configuration.monitoring)
        upstream = Upstream(
            configuration.upstream,
            trusting: configuration.upstreamAuthorities,
            maximumReplyBytes: configuration.maximumReplyBytes
        )
        gatekeeper = Gatekeeper(configuration.keys)
        guarded = try Self.guarded(configuration, upstream, workers, recordings, logger)
        server = HTTPServer(
            configuration: configuration.server,
            sockets: sockets,
            handler: GuardHandler(
                guarded: guarded,
                gatekeeper: gatekeeper,
                probes: probes,
                monitoring: monitoring,
                log: GuardLog(logger: logger)
            ),
            logger: logger
        )
        monitor = monitoring.monitor(
            configuration.monitoring,
            of: server,
            connectionLimit: configuration.server.maximumConnections,
            probes,
            logger
        )
    }

    private static func guarded(
        _ configuration: Configuration,
        _ upstream: Upstream,
        _ workers: ReplyWorkers,
        _ recordings: RecordingWorkers,
        _ logger: Logger
    ) throws(OutOfMemory) -> any GuardedProtocol {
        switch configuration.language {
        case .webDriver(let allowed, let redactsSources):
            WebDriverGuard(
                upstream: upstream,
                workers: workers,
                recordings: recordings,
                screens: try Screens(),
                sockets: BiDiSockets(),
                messages: MessageWorkers(
                    workers,
                    MessageOrder(.biDi, direct: DirectMembers(omitted: DirectWay.members(closedBut: allowed))),
                    logger: logger
                ),
                longestCommand: configuration.server.maximumBodyBytes,
                allowed: allowed,
                redactsSources: redactsSources
            )
        case .mcp(let redactsTexts):
            MCPGuard(
                upstream: upstream,
                messages: MessageWorkers(workers, MessageOrder(.mcp, redactsTexts: redactsTexts), logger: logger),
                longestMessage: configuration.maximumReplyBytes
            )
        }
    }

    /// Serves until a graceful shutdown has ended.
    ///
    /// - Throws: `HTTPServerError`.
    public func run() async throws {
        pool.begin()
        defer {
            recordings.end()
            pool.end()
        }
        let result = await Result {
            if let monitor { try await monitor.watch(serve) } else { try await serve() }
        }
        await upstream.end()
        try result.get()
    }

    private func serve() async throws {
        defer { monitoring.tracer.flush() }
        try await withGracefulShutdownHandler {
            try await server.run()
        } onGracefulShutdown: {
            probes.beginShutdown()
        }
    }

    /// Takes other keys from the next request on.
    public func replaceKeys(_ keys: KeyRing) {
        guarded.forgetKeys(named: gatekeeper.replace(keys))
    }

    /// The address of the server, once it listens.
    ///
    /// - Throws: `HTTPServerError.notListening`.
    public func listeningAddress() async throws -> SocketAddress {
        try await server.listeningAddress()
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
