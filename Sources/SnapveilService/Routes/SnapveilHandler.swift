import HTTPServer
import HTTPTypes
import Redaction
import SecureMemory
import Synchronization

/// Answers the requests of the API.
final class SnapveilHandler: HTTPHandler {
    private let workshop: Workshop
    private let offer: Mutex<Offer>
    private let pool: WorkerPool
    private let gatekeeper: Gatekeeper
    private let crossOrigin: CrossOrigin
    private let log: AccessLog
    private let shutdown = Atomic(false)

    // Written at the start, while there is memory for them.
    private let alive = status("ok", .ok)
    private let leaving = status("shutting down", .serviceUnavailable)

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

    /// - Parameters:
    ///   - workshop: What does the work.
    ///   - policies: What the server has by name, and what it lets a request bring.
    ///   - pool: Where it is done.
    ///   - gatekeeper: Who may ask for it.
    ///   - crossOrigin: Which pages of a browser may.
    ///   - log: Where each request leaves a line.
    init(
        workshop: Workshop,
        policies: ServerPolicies,
        pool: WorkerPool,
        gatekeeper: Gatekeeper,
        crossOrigin: CrossOrigin,
        log: AccessLog
    ) {
        self.workshop = workshop
        self.offer = Mutex(Offer(policies))
        self.pool = pool
        self.gatekeeper = gatekeeper
        self.crossOrigin = crossOrigin
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

    func answer(_ request: HTTPServerRequest) -> HTTPServerResponse? {
        let head = request.head
        var exchange = Exchange(id: RequestID(head), head: head)
        if let preflight = crossOrigin.preflight(head) { return finish(preflight, exchange) }
        do throws(Problem) {
            if !isProbe(head) { try crossOrigin.admit(head) }
            switch try Route(head) {
            case .health: return finish(alive, exchange)
            case .readiness: return finish(isShuttingDown ? leaving : offer.withLock(\.ready), exchange)
            case .policies:
                exchange.key = try gatekeeper.admit(request)
                return finish(policies.listing(), exchange)
            case .policy(let name):
                exchange.key = try gatekeeper.admit(request)
                return finish(try policies.document(name), exchange)
            case .sanitize:
                exchange.key = try gatekeeper.admit(request)
                guard !isShuttingDown else { throw Problem.shuttingDown() }
                _ = try SanitizeCall(head, policies: policies)
                if let refusal = pool.refusal(for: exchange.client(of: request)) { throw Problem(refusal) }
                return nil
            }
        } catch {
            return finish(error.response, exchange)
        }
    }

    func isProbe(_ head: HTTPRequest) -> Bool {
        (try? Route(head))?.isProbe ?? false
    }

    /// A request to sanitise a snapshot: every other one was answered by its head.
    func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        var exchange = Exchange(id: RequestID(request.head), head: request.head)
        do throws(Problem) {
            exchange.key = try gatekeeper.admit(request)
            return finish(try await sanitize(request, &exchange), exchange)
        } catch {
            return finish(error.response, exchange)
        }
    }

    func response(status: HTTPResponse.Status, detail: String, to head: HTTPRequest?) -> HTTPServerResponse {
        let response = Problem.server(status: status, detail: detail).response
        guard let head else {
            log.recordRefusal(status, detail)
            return response
        }
        return finish(response, Exchange(id: RequestID(head), head: head))
    }

    private func sanitize(
        _ request: HTTPServerRequest,
        _ exchange: inout Exchange
    ) async throws(Problem) -> HTTPServerResponse {
        let call = try SanitizeCall(request.head, policies: policies)
        let workshop = workshop
        do {
            let (response, cost) = try await pool.run(for: exchange.client(of: request)) { work in
                do throws(Problem) {
                    return try call.perform(request, in: workshop, work: work)
                } catch {
                    // Of a reply that could not be made, nothing waits to be taken.
                    _ = request.replyRoom.reserve(0)
                    return error.response
                }
            }
            exchange.cost = cost
            return response
        } catch {
            throw (error as? WorkerPool.Refusal).map(Problem.init) ?? .overloaded()
        }
    }

    /// Names the request in its reply, and leaves a line in the log.
    private func finish(_ response: HTTPServerResponse, _ exchange: Exchange) -> HTTPServerResponse {
        var response = response
        response.head.headerFields[.requestID] = exchange.id.description
        crossOrigin.mark(&response, for: exchange.head)
        log.record(exchange, response)
        return response
    }

    private static func status(_ text: String, _ status: HTTPResponse.Status) -> HTTPServerResponse {
        var head = HTTPResponse(status: status)
        head.headerFields[.cacheControl] = "no-store"
        if status == .serviceUnavailable { head.headerFields[.retryAfter] = "1" }
        return JSONText.response(head, type: "application/json", ["status": text])
    }
}
