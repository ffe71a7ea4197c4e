public import Logging
public import ServiceLifecycle
import Synchronization

/// An HTTP/1.1 server on non-blocking sockets.
///
/// ```swift
/// var configuration = HTTPServerConfiguration()
/// configuration.port = 8080
/// let server = HTTPServer(configuration: configuration, handler: handler, logger: logger)
/// try await ServiceGroup(services: [server], gracefulShutdownSignals: [.sigterm], logger: logger).run()
/// ```
/// One Swift task serves a connection from top to bottom, on one of a few serial queues; readiness comes from
/// `Polling`. Nothing that a client sends reaches the log.
public final class HTTPServer: Service {
    private let context: ServerContext
    private let sockets: ListeningSockets?
    private let state = Mutex(State())

    private var configuration: HTTPServerConfiguration { context.configuration }

    private struct State {
        var hasRun = false
        var addresses: [SocketAddress] = []
        var hasEnded = false
        var waiters: [CheckedContinuation<SocketAddress, any Error>] = []
        var abortAt: ContinuousClock.Instant?
    }

    /// Sets a server up, which ``run()`` starts.
    ///
    /// - Parameters:
    ///   - configuration: The address to listen on, and the bounds and deadlines.
    ///   - sockets: The sockets to listen on; nil to bind those of `configuration`.
    ///   - handler: The service that answers the requests.
    ///   - logger: Gets connection events at debug, and events that concern an operator at warning.
    public init(
        configuration: HTTPServerConfiguration,
        sockets: ListeningSockets? = nil,
        handler: any HTTPHandler,
        logger: Logger
    ) {
        context = ServerContext(configuration, handler, logger)
        self.sockets = sockets
    }

    /// Whether a shutdown has begun: no new connection is taken, and the server ends with the last exchange.
    public var isShuttingDown: Bool { context.registry.isShuttingDown }

    /// Connections that are open.
    public var connectionCount: Int { context.registry.count }

    /// The load of the server now, and the counts since it was made.
    public var statistics: HTTPServerStatistics { context.statistics }

    /// The address that is listened on, once it is; the first one, if the host stands for several.
    ///
    /// - Throws: ``HTTPServerError/notListening`` if the server ends before it listens.
    public func listeningAddress() async throws -> SocketAddress {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state -> Result<SocketAddress, any Error>? in
                if let address = state.addresses.first { return .success(address) }
                if state.hasEnded { return .failure(HTTPServerError.notListening) }
                state.waiters.append(continuation)
                return nil
            }
            if let result { continuation.resume(with: result) }
        }
    }

    /// Listens, and serves until a graceful shutdown; then stops listening, closes connections once they are idle, and
    /// returns when the running requests have ended or the grace period has passed. Cancelling the task ends everything at
    /// once.
    ///
    /// Raises the process's soft limit of open descriptors as far as the connections need and the hard limit allows.
    ///
    /// - Throws: ``HTTPServerError`` if it cannot listen, or has been run before.
    public func run() async throws {
        guard state.withLock({ !replace(&$0.hasRun, true) }) else { throw HTTPServerError.alreadyRun }
        defer { end() }
        let bound = try sockets ?? ListeningSockets(configuration)
        let listening = try bound.listen(backlog: configuration.backlog)
        let acceptors = try listening.map { try Acceptor($0, context) }
        checkDescriptorLimit()
        announce(listening.map(\.address))

        let sweeper = Sweeper(every: Sweeper.interval(for: configuration.timeouts)) { self.tick($0) }
        defer { sweeper.cancel() }
        await withTaskCancellationHandler {
            await withGracefulShutdownHandler {
                await withDiscardingTaskGroup { tasks in
                    for acceptor in acceptors {
                        tasks.addTask(executorPreference: acceptor.executor) { await acceptor.acceptConnections() }
                    }
                }
                await context.lingerer.end(unless: { context.registry.isAborted })
            } onGracefulShutdown: {
                self.shutDown()
            }
        } onCancel: {
            context.registry.abort()
        }
    }
}

extension HTTPServer {
    private func shutDown() {
        context.logger.info("shutting down", metadata: ["connections": "\(connectionCount)"])
        state.withLock { $0.abortAt = .now + configuration.gracePeriod }
        context.registry.shutDown()
    }

    private func tick(_ now: ContinuousClock.Instant) {
        context.registry.expire(at: now)
        context.uploads.relieve(at: now)
        context.replies.relieve(at: now)
        let isOver = state.withLock { state in
            guard let abortAt = state.abortAt, abortAt <= now else { return false }
            state.abortAt = nil
            return true
        }
        guard isOver else { return }
        context.logger.warning("grace period over", metadata: ["connections": "\(connectionCount)"])
        context.registry.abort()
    }

    private func announce(_ addresses: [SocketAddress]) {
        let waiters = state.withLock { state in
            state.addresses = addresses
            return replace(&state.waiters, [])
        }
        for address in addresses { context.logger.info("listening", metadata: ["address": "\(address)"]) }
        if let first = addresses.first { for waiter in waiters { waiter.resume(returning: first) } }
    }

    private func end() {
        let waiters = state.withLock { state in
            state.hasEnded = true
            state.addresses = []
            return replace(&state.waiters, [])
        }
        for waiter in waiters { waiter.resume(throwing: HTTPServerError.notListening) }
    }

    /// Raises the limit of open descriptors: to the connections, their bodies, and 128 for the listeners, the
    /// runtime and the files of the handlers. Warns if not even the connections can be had; a body without one is refused alone.
    private func checkDescriptorLimit() {
        let connections = configuration.maximumConnections + configuration.reservedConnections
        let needed = connections + 128
        let limit = DescriptorLimit.raise(to: needed + connections * configuration.descriptorsPerBody)
        guard limit < needed else { return }
        context.logger.warning(
            "the limit of open files is lower than the limit of connections",
            metadata: ["limit": "\(limit)", "needed": "\(needed)"]
        )
    }
}

extension HTTPServerConfiguration {
    /// The deadlines that the sweeper has to be precise enough for.
    fileprivate var timeouts: [Duration] {
        [
            headerTimeout, bodyTimeout, minimumRateGrace, uploadAdmissionTimeout, requestTimeout, writeTimeout,
            idleTimeout, minimumIdleTime, lingerTimeout, gracePeriod,
        ]
    }
}

/// Puts a new value in a place; the old one.
private func replace<Value>(_ place: inout Value, _ value: Value) -> Value {
    defer { place = value }
    return place
}
