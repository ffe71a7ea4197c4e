import HTTPServer
import HTTPTypes
import Redaction
import SecureMemory
import Synchronization

/// Answers the requests of the API.
final class SnapveilHandler: HTTPHandler {
    private let redactor: Redactor
    private let minimumAssurance: MinimumAssurance
    private let pool: WorkerPool
    private let gatekeeper: Gatekeeper
    private let crossOrigin: CrossOrigin
    private let log: AccessLog
    private let shutdown = Atomic(false)

    // Written at the start, while there is memory for them.
    private let alive = status("ok", .ok)
    private let ready = status("ready", .ok)
    private let leaving = status("shutting down", .serviceUnavailable)

    /// - Parameters:
    ///   - redactor: What does the work.
    ///   - minimumAssurance: The weakest that is allowed.
    ///   - pool: Where it is done.
    ///   - gatekeeper: Who may ask for it.
    ///   - crossOrigin: Which pages of a browser may.
    ///   - log: Where each request leaves a line.
    init(
        redactor: Redactor,
        minimumAssurance: MinimumAssurance,
        pool: WorkerPool,
        gatekeeper: Gatekeeper,
        crossOrigin: CrossOrigin,
        log: AccessLog
    ) {
        self.redactor = redactor
        self.minimumAssurance = minimumAssurance
        self.pool = pool
        self.gatekeeper = gatekeeper
        self.crossOrigin = crossOrigin
        self.log = log
    }

    /// From now on the server is not ready, and takes no more work.
    func beginShutdown() {
        shutdown.store(true, ordering: .relaxed)
    }

    private var isShuttingDown: Bool { shutdown.load(ordering: .relaxed) }

    func answer(_ head: HTTPRequest) -> HTTPServerResponse? {
        var exchange = Exchange(id: RequestID(head), head: head)
        if let preflight = crossOrigin.preflight(head) { return finish(preflight, exchange) }
        do throws(Problem) {
            switch try Route(head) {
            case .health: return finish(alive, exchange)
            case .readiness: return finish(isShuttingDown ? leaving : ready, exchange)
            case .sanitize:
                exchange.key = try gatekeeper.admit(head)
                guard !isShuttingDown else { throw Problem.shuttingDown() }
                _ = try SanitizeCall(head, minimumAssurance: minimumAssurance)
                guard !pool.isFull else { throw Problem.overloaded() }
                return nil
            }
        } catch {
            return finish(error.response, exchange)
        }
    }

    func isProbe(_ head: HTTPRequest) -> Bool {
        switch try? Route(head) {
        case .health, .readiness: true
        case .sanitize, nil: false
        }
    }

    /// A request to sanitise a snapshot: every other one was answered by its head.
    func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        var exchange = Exchange(id: RequestID(request.head), head: request.head)
        do throws(Problem) {
            exchange.key = try gatekeeper.admit(request.head)
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
        let call = try SanitizeCall(request.head, minimumAssurance: minimumAssurance)
        let (redactor, body) = (redactor, request.body)
        do {
            let (response, cost) = try await pool.run { job in
                do throws(Problem) {
                    return try call.perform(body, redactor: redactor, job: job)
                } catch {
                    return error.response
                }
            }
            exchange.cost = cost
            return response
        } catch {
            throw .overloaded()
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
