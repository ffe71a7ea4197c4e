import HTTPServer
import HTTPTypes
import RedactionJobs
import Synchronization

/// The policies of the service at a time, and whether it takes work; with the replies that say so to probes.
final class ServiceState: ProbeReplies {
    private let pool: WorkerPool
    /// The policies, and the reply that the service is ready with them, written while there is memory for it.
    private let current: Mutex<(policies: ServerPolicies, ready: HTTPServerResponse)>
    /// The time from which on no more work is taken; nil before a shutdown.
    private let refusesWorkFrom = Mutex<ContinuousClock.Instant?>(nil)

    // Written at the start, while there is memory for them.
    /// The reply that the process is alive.
    let health = status("ok", .ok)
    private let leaving = status("shutting down", .serviceUnavailable)
    private let unstaffed = status("no worker is alive", .serviceUnavailable)

    init(_ pool: WorkerPool, _ policies: ServerPolicies) {
        self.pool = pool
        current = Mutex((policies, policies.readiness()))
    }

    var policies: ServerPolicies { current.withLock(\.policies) }

    /// Takes other policies and pictures from the next request on.
    func replace(_ policies: ServerPolicies) {
        let ready = policies.readiness()
        current.withLock { $0 = (policies, ready) }
    }

    /// Makes the service not ready from now on.
    ///
    /// - Parameter time: How long it still takes work, for clients whose requests are on their way.
    func beginShutdown(takingWorkFor time: Duration) {
        refusesWorkFrom.withLock { $0 = .now + time }
    }

    var refusesWork: Bool { refusesWorkFrom.withLock { $0.map { $0 <= .now } ?? false } }

    /// The reply whether the service takes work.
    var readiness: HTTPServerResponse {
        guard refusesWorkFrom.withLock({ $0 == nil }) else { return leaving }
        return pool.isAlive ? current.withLock(\.ready) : unstaffed
    }

    private static func status(_ text: String, _ status: HTTPResponse.Status) -> HTTPServerResponse {
        var head = HTTPResponse(status: status)
        head.headerFields[.cacheControl] = "no-store"
        if status == .serviceUnavailable { head.headerFields[.retryAfter] = "1" }
        return JSONText.response(head, type: "application/json", ["status": text])
    }
}
