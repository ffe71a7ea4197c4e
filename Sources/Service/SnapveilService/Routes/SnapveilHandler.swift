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
    private let metrics: RequestMetrics
    private let tracer: RequestTracer
    /// From when on no more work is taken; nil before a shutdown.
    private let refusesWorkFrom = Mutex<ContinuousClock.Instant?>(nil)

    // Written at the start, while there is memory for them.
    private let alive = status("ok", .ok)
    private let leaving = status("shutting down", .serviceUnavailable)
    private let unstaffed = status("no worker is alive", .serviceUnavailable)
    private let documents: [PublicDocument: StaticReply]

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
    ///   - documents: What is told to everybody.
    ///   - playground: The page to try the service with; nil if there is to be none.
    ///   - log: Where each request leaves a line.
    ///   - metrics: Where each request is counted.
    ///   - tracer: What puts each request into a trace.
    init(
        crew: Crew,
        policies: ServerPolicies,
        pool: WorkerPool,
        gatekeeper: Gatekeeper,
        crossOrigin: CrossOrigin,
        documents: [PublicDocument: StaticReply],
        playground: Playground? = nil,
        log: AccessLog,
        metrics: RequestMetrics = .none,
        tracer: RequestTracer = .none
    ) {
        self.crew = crew
        self.offer = Mutex(Offer(policies))
        self.pool = pool
        self.gatekeeper = gatekeeper
        self.crossOrigin = crossOrigin
        self.documents = documents
        self.playground = playground
        self.log = log
        self.metrics = metrics
        self.tracer = tracer
    }

    /// Takes other policies and pictures from the next request on.
    func replace(_ policies: ServerPolicies) {
        offer.withLock { $0 = Offer(policies) }
    }

    private var policies: ServerPolicies { offer.withLock(\.policies) }

    /// From now on the server is not ready.
    ///
    /// - Parameter time: How long it takes work yet, for those whose requests were on their way.
    func beginShutdown(takingWorkFor time: Duration) {
        refusesWorkFrom.withLock { $0 = .now + time }
    }

    private var isShuttingDown: Bool { refusesWorkFrom.withLock { $0 != nil } }

    private var refusesWork: Bool { refusesWorkFrom.withLock { $0.map { $0 <= .now } ?? false } }

    func answer(_ request: HTTPServerRequest) -> HTTPServerAnswer {
        var exchange = Exchange(request.head, tracer)
        if let preflight = crossOrigin.preflight(request.head) { return .reply(finish(Answer(preflight), exchange)) }
        do throws(Problem) {
            return try answer(request, &exchange)
        } catch {
            return .reply(finish(Answer(error), exchange))
        }
    }

    private func answer(
        _ request: HTTPServerRequest,
        _ exchange: inout Exchange
    ) throws(Problem) -> HTTPServerAnswer {
        // A link on another site may lead to the page.
        if !exchange.isForEverybody { try crossOrigin.admit(request.head) }
        switch try exchange.route.get() {
        case .playground(let file):
            guard let playground else { throw .notFound() }
            return .reply(finish(Answer(try playground.response(file, to: request.head)), exchange))
        case .health: return .reply(finish(Answer(health), exchange))
        case .readiness: return .reply(finish(Answer(readiness), exchange))
        case .document(let document):
            guard let reply = documents[document] else { throw .overloaded() }
            return .reply(finish(Answer(reply.response(to: request.head)), exchange))
        case .policies:
            exchange.key = try gatekeeper.admit(request)
            return .reply(finish(Answer(policies.listing()), exchange))
        case .policy(let name):
            exchange.key = try gatekeeper.admit(request)
            return .reply(finish(Answer(try policies.document(name)), exchange))
        case .sanitize, .check:
            exchange.key = try gatekeeper.admit(request)
            guard !refusesWork else { throw .shuttingDown() }
            let call = try SanitizeCall(request.head, policies: policies)
            let client = exchange.key.map { "key \($0)" } ?? request.remoteAddress.network
            if let refusal = pool.refusal(for: client) {
                metrics.count(Rejection(refusal))
                throw Problem(refusal)
            }
            return .afterBody(in: crew.bodyMemory(for: pool.likeliestWorker)) {
                [self, exchange, room = request.replyRoom, flight = metrics.begin()] body in
                flight.noteBody(body.count)
                return await sanitize(body, call, for: client, room, exchange)
            }
        }
    }

    /// That the process is alive.
    var health: HTTPServerResponse { alive }

    /// Whether the server takes work.
    var readiness: HTTPServerResponse {
        guard !isShuttingDown else { return leaving }
        return crew.isAlive ? offer.withLock(\.ready) : unstaffed
    }

    func isProbe(_ head: HTTPRequest) -> Bool { (try? Route(head))?.isProbe ?? false }

    func response(status: HTTPResponse.Status, detail: String, to head: HTTPRequest?) -> HTTPServerResponse {
        let answer = Answer(Problem.server(status: status, detail: detail))
        guard let head else {
            log.recordRefusal(status, detail)
            count(answer, Route.Label.unread)
            return answer.response
        }
        return finish(answer, Exchange(head, tracer), isTimed: false)
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
        let id = exchange.id.description
        let meter = WorkMeter()
        do {
            let (answer, cost) = try await pool.run(for: client, preferring: crew.worker(of: body)) {
                [crew, metrics] turn in
                do throws(Problem) {
                    return try crew.perform(call, on: body, room: room, turn, id, meter)
                } catch {
                    // Of a reply that could not be made, nothing waits to be taken.
                    _ = room.reserve(0)
                    if error.kind == ProblemKind(ServerProblem.overloaded) { metrics.count(.work) }
                    return Answer(error)
                }
            }
            let sendsPicture = answer.problem == nil && call.sendsPicture
            metrics.count(id, cost, meter.reading, sendsPicture: sendsPicture)
            if let span = exchange.span { tracer.add(cost, meter.reading, to: span) }
            return finish(answer, exchange, cost)
        } catch {
            let refusal = error as? WorkerPool.Refusal
            metrics.count(refusal.map(Rejection.init) ?? .work)
            return finish(Answer(refusal.map(Problem.init) ?? .overloaded()), exchange)
        }
    }

    /// Names the request in its reply, leaves a line in the log and counts it.
    ///
    /// - Parameter isTimed: Whether the exchange began when the request did.
    private func finish(
        _ answer: Answer,
        _ exchange: Exchange,
        _ cost: WorkerPool.Cost? = nil,
        isTimed: Bool = true
    ) -> HTTPServerResponse {
        var response = answer.response
        response.head.headerFields[.requestID] = exchange.id.description
        crossOrigin.mark(&response, for: exchange.head)
        log.record(exchange, response, cost)
        count(answer, exchange.routeLabel, exchange, isTimed: isTimed)
        return response
    }

    private func count(_ answer: Answer, _ route: String, _ exchange: Exchange? = nil, isTimed: Bool = false) {
        // The client has left, or was told something else, which is counted by itself.
        let isAbandoned = exchange != nil && Task.isCancelled
        let answered = RequestMetrics.Answered(
            id: exchange?.id.description ?? "",
            route: route,
            status: answer.response.head.status.code,
            problem: answer.problem,
            byteCount: exchange?.head.method == .head ? 0 : answer.response.body.count,
            duration: isTimed ? exchange.map { .now - $0.start } : nil
        )
        if isAbandoned { metrics.countAbandoned() } else { metrics.count(answered) }
        guard let exchange, let span = exchange.span else { return }
        let outcome = RequestTracer.Outcome(
            id: answered.id,
            method: exchange.head.method.rawValue,
            route: route,
            status: answered.status,
            problem: answered.problem,
            byteCount: answered.byteCount,
            isAbandoned: isAbandoned
        )
        tracer.end(span, outcome)
    }

    private static func status(_ text: String, _ status: HTTPResponse.Status) -> HTTPServerResponse {
        var head = HTTPResponse(status: status)
        head.headerFields[.cacheControl] = "no-store"
        if status == .serviceUnavailable { head.headerFields[.retryAfter] = "1" }
        return JSONText.response(head, type: "application/json", ["status": text])
    }
}
