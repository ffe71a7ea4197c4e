import HTTPServer
import HTTPTypes
import Redaction
import SecureMemory
import Synchronization

/// Answers the requests of the API.
final class SnapveilHandler: HTTPHandler {
    private let redactor: Redactor
    private let pool: WorkerPool
    private let shutdown = Atomic(false)

    /// - Parameters:
    ///   - redactor: What does the work.
    ///   - pool: Where it is done.
    init(redactor: Redactor, pool: WorkerPool) {
        self.redactor = redactor
        self.pool = pool
    }

    /// From now on the server is not ready, and takes no more work.
    func beginShutdown() {
        shutdown.store(true, ordering: .relaxed)
    }

    private var isShuttingDown: Bool { shutdown.load(ordering: .relaxed) }

    func refuse(_ head: HTTPRequest) -> HTTPServerResponse? {
        do throws(Problem) {
            guard try Route(head) == .sanitize else { return nil }
            guard !isShuttingDown else { throw Problem.shuttingDown() }
            _ = try SanitizeCall(head)
            guard !pool.isFull else { throw Problem.overloaded() }
            return nil
        } catch {
            return error.response
        }
    }

    func isProbe(_ head: HTTPRequest) -> Bool {
        switch try? Route(head) {
        case .health, .readiness: true
        case .sanitize, nil: false
        }
    }

    func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        do throws(Problem) {
            switch try Route(request.head) {
            case .health: return Self.status("ok", .ok)
            case .readiness:
                return isShuttingDown
                    ? Self.status("shutting down", .serviceUnavailable) : Self.status("ready", .ok)
            case .sanitize: return try await sanitize(request)
            }
        } catch {
            return error.response
        }
    }

    func response(status: HTTPResponse.Status, detail: String) -> HTTPServerResponse {
        Problem.server(status: status, detail: detail).response
    }

    private func sanitize(_ request: HTTPServerRequest) async throws(Problem) -> HTTPServerResponse {
        let call = try SanitizeCall(request.head)
        let (redactor, body) = (redactor, request.body)
        do {
            return try await pool.run { isCancelled in
                do throws(Problem) {
                    return try call.perform(body, redactor: redactor, isCancelled: isCancelled)
                } catch {
                    return error.response
                }
            }
        } catch {
            throw .overloaded()
        }
    }

    private static func status(_ text: String, _ status: HTTPResponse.Status) -> HTTPServerResponse {
        var head = HTTPResponse(status: status)
        head.headerFields[.contentType] = "application/json"
        head.headerFields[.cacheControl] = "no-store"
        return HTTPServerResponse(head: head, body: JSONText.encode(["status": text]))
    }
}
