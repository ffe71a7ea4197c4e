public import HTTPServer
package import Logging
import RedactionJobs
package import SecureMemory
public import ServiceLifecycle
public import SnapveilService

/// A server of WebDriver for harnesses in front of the real one. Whatever shows a screen in a reply is made safe on the way, or the reply
/// becomes an error.
public struct GuardService: Service {
    /// The settings of an operator.
    public struct Configuration: Sendable {
        /// The address and the bounds of the server.
        public var server = HTTPServerConfiguration()
        /// The server behind.
        public var upstream: UpstreamAddress
        /// Ways past the guard that are left open.
        public var allowed: Set<DirectWay> = []
        /// Whether page sources that a harness asks for are redacted, too.
        public var redactsSources = false
        /// Upper bound on the bytes of a reply of the server behind: 64 MiB.
        public var maximumReplyBytes = 64 << 20
        /// The keys, one of which each request has to carry; nil admits everybody.
        public var keys: KeyRing?

        /// The defaults for a server behind.
        public init(upstream: UpstreamAddress) {
            self.upstream = upstream
            server.port = 4545
            // A new session waits in the queue of a grid for five minutes, and a script of a harness runs as long as it likes.
            server.requestTimeout = .seconds(3600)
            server.idleTimeout = .seconds(600)
            server.maximumPeerShare = 1
        }
    }

    private let server: HTTPServer
    private let upstream: Upstream
    private let pool: WorkerPool
    private let gatekeeper: Gatekeeper

    /// Sets a guard up; it does not listen yet.
    ///
    /// - Parameters:
    ///   - configuration: The settings.
    ///   - sockets: The bound sockets; nil to bind the address of the configuration.
    ///   - workers: The workers with the policy, which is not their last.
    ///   - logger: The log of requests.
    package init(
        _ configuration: Configuration,
        sockets: ListeningSockets?,
        workers: ReplyWorkers,
        logger: Logger
    ) throws(OutOfMemory) {
        pool = workers.pool
        upstream = Upstream(configuration.upstream, maximumReplyBytes: configuration.maximumReplyBytes)
        gatekeeper = Gatekeeper(configuration.keys)
        let webDriver = WebDriverGuard(
            upstream: upstream,
            workers: workers,
            screens: try Screens(),
            allowed: configuration.allowed,
            redactsSources: configuration.redactsSources
        )
        server = HTTPServer(
            configuration: configuration.server,
            sockets: sockets,
            handler: GuardHandler(webDriver: webDriver, gatekeeper: gatekeeper, log: GuardLog(logger: logger)),
            logger: logger
        )
    }

    /// Serves until a graceful shutdown has ended.
    ///
    /// - Throws: `HTTPServerError`.
    public func run() async throws {
        pool.begin()
        defer { pool.end() }
        let result = await Result { try await server.run() }
        await upstream.end()
        try result.get()
    }

    /// Takes other keys from the next request on.
    public func replaceKeys(_ keys: KeyRing) {
        gatekeeper.replace(keys)
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
