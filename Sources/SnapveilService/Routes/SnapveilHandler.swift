import HTTPServer
import HTTPTypes
import Redaction
import SecureMemory
import Synchronization

/// Answers the requests of the API.
final class SnapveilHandler: HTTPHandler {
    private let crew: Crew
    private let offer: Mutex<Offer>
    private let pool: WorkerPool
    private let gatekeeper: Gatekeeper
    private let crossOrigin: CrossOrigin
    private let playground: Playground?
    private let log: AccessLog
    private let shutdown = Atomic(false)

    // Written at the start, while there is memory for them.
    private let alive = status("ok", .ok)
    private let leaving = status("shutting down", .serviceUnavailable)
    private let unstaffed = status("no worker is alive", .serviceUnavailable)

    /// What can be exchanged while requests come in.
    private struct Offer {
        let policies: ServerPolicies
        /// Written with them, while there is memory for it.
        let ready: HTTPServerResponse

        init(_ policies: ServerPolicies) {
            self.policies = policies
            ready = policies.readiness()
        }
    }

    /// Puts a handler together of its parts.
    ///
    /// - Parameters:
    ///   - crew: Who redacts snapshots.
    ///   - policies: What the server has by name, and what it lets a request bring.
    ///   - pool: Whose turn it is.
    ///   - gatekeeper: Which callers are let in.
    ///   - crossOrigin: Which pages of a browser are let in.
    ///   - playground: The page to try the service with; nil if there is to be none.
    ///   - log: Where each request leaves a line.
    init(
        crew: Crew,
        policies: ServerPolicies,
        pool: WorkerPool,
        gatekeeper: Gatekeeper,
        crossOrigin: CrossOrigin,
        playground: Playground? = nil,
        log: AccessLog
    ) {
        self.crew = crew
        self.offer = Mutex(Offer(policies))
        self.pool = pool
        self.gatekeeper = gatekeeper
        self.crossOrigin = crossOrigin
        self.playground = playground
        self.log = log
    }

    /// Takes other policies and pictures from the next request on.
    func replace(_ policies: ServerPolicies) {
        offer.withLock { $0 = Offer(policies) }
    }

    private var policies: ServerPolicies { offer.withLock(\.policies) }

    /// From now on the server is not ready, and takes no more work.
    func beginShutdown() {
        shutdown.store(true, ordering: .relaxed)
    }

    private var isShuttingDown: Bool { shutdown.load(ordering: .relaxed) }

    func answer(_ request: HTTPServerRequest) -> HTTPServerAnswer {
        var exchange = Exchange(request.head)
        if let preflight = crossOrigin.preflight(request.head) { return .reply(finish(preflight, exchange)) }
        do throws(Problem) {
            return try answer(request, &exchange)
        } catch {
            return .reply(finish(error.response, exchange))
        }
    }

    private func answer(
        _ request: HTTPServerRequest,
        _ exchange: inout Exchange
    ) throws(Problem) -> HTTPServerAnswer {
        if !exchange.isForEverybody { try crossOrigin.admit(request.head) }
        switch try exchange.route.get() {
        case .playground(let file):
            guard let playground else { throw .notFound() }
            return .reply(finish(try playground.response(file, to: request.head), exchange))
        case .health: return .reply(finish(alive, exchange))
        case .readiness: return .reply(finish(readiness, exchange))
        case .policies:
            exchange.key = try gatekeeper.admit(request)
            return .reply(finish(policies.listing(), exchange))
        case .policy(let name):
            exchange.key = try gatekeeper.admit(request)
            return .reply(finish(try policies.document(name), exchange))
        case .sanitize:
            exchange.key = try gatekeeper.admit(request)
            guard !isShuttingDown else { throw .shuttingDown() }
            let call = try SanitizeCall(request.head, policies: policies)
            let client = exchange.key.map { "key \($0)" } ?? request.remoteAddress.network
            if let refusal = pool.refusal(for: client) { throw Problem(refusal) }
            return .afterBody(in: crew.bodyMemory(for: pool.likeliestWorker)) {
                [self, exchange, room = request.replyRoom] body in
                await sanitize(body, call, for: client, room, exchange)
            }
        }
    }

    private var readiness: HTTPServerResponse {
        guard !isShuttingDown else { return leaving }
        return crew.isAlive ? offer.withLock(\.ready) : unstaffed
    }

    func isProbe(_ head: HTTPRequest) -> Bool { Exchange(head).isProbe }

    func response(status: HTTPResponse.Status, detail: String, to head: HTTPRequest?) -> HTTPServerResponse {
        let response = Problem.server(status: status, detail: detail).response
        guard let head else {
            log.recordRefusal(status, detail)
            return response
        }
        return finish(response, Exchange(head))
    }

    /// Has `call` performed on `body` in its turn.
    ///
    /// - Parameters:
    ///   - client: Whom the work is for: the holder of a key, or an address.
    ///   - room: The memory for the reply.
    private func sanitize(
        _ body: SecureBytes,
        _ call: SanitizeCall,
        for client: String,
        _ room: ReplyRoom,
        _ exchange: Exchange
    ) async -> HTTPServerResponse {
        do {
            let (response, cost) = try await pool.run(for: client, preferring: crew.worker(of: body)) { [crew] turn in
                do throws(Problem) {
                    return try crew.perform(call, on: body, room: room, turn, exchange.id.description)
                } catch {
                    // Of a reply that could not be made, nothing waits to be taken.
                    _ = room.reserve(0)
                    return error.response
                }
            }
            return finish(response, exchange, cost)
        } catch {
            let problem = (error as? WorkerPool.Refusal).map(Problem.init) ?? .overloaded()
            return finish(problem.response, exchange)
        }
    }

    /// Names the request in its reply, and leaves a line in the log.
    private func finish(
        _ response: HTTPServerResponse,
        _ exchange: Exchange,
        _ cost: WorkerPool.Cost? = nil
    ) -> HTTPServerResponse {
        var response = response
        response.head.headerFields[.requestID] = exchange.id.description
        crossOrigin.mark(&response, for: exchange.head)
        log.record(exchange, response, cost)
        return response
    }

    private static func status(_ text: String, _ status: HTTPResponse.Status) -> HTTPServerResponse {
        var head = HTTPResponse(status: status)
        head.headerFields[.cacheControl] = "no-store"
        if status == .serviceUnavailable { head.headerFields[.retryAfter] = "1" }
        return JSONText.response(head, type: "application/json", ["status": text])
    }
}
