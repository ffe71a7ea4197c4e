import CoreMetrics
import HTTPServer
import HTTPTypes
import PrometheusMetrics
import Redaction
import RedactionJobs
import SecureMemory
import Synchronization

/// Counts requests, their replies and their work.
///
/// A series whose labels have few values is made at once, so that it is 0 until its first event.
final class RequestMetrics: Sendable {
    /// The labels by which an answered request is counted.
    private struct Outcome: Hashable {
        let route: String
        let status: Int
        let problem: String?
    }

    private let factory: any MetricsFactory
    /// Whether there is a registry.
    private let isOn: Bool
    private let outcomes = Mutex<[Outcome: Counter]>([:])
    private let durations: [String: CoreMetrics.Timer]
    private let inFlight: Meter
    private let incompleteUploads: Counter
    private let abandoned: Counter
    private let sealed: Counter
    private let bytes: [ServiceMetric.Direction: Counter]
    private let work: WorkMetrics

    /// Counts with metrics of a registry; nil counts nothing.
    ///
    /// - Parameter routes: The values of the label `route`.
    init(_ registry: PrometheusRegistry?, routes: [String]) {
        let factory: any MetricsFactory = registry ?? NOOPMetricsHandler.instance
        self.factory = factory
        isOn = registry != nil
        durations = factory.timers(ServiceMetric.requestDuration, "route", of: routes) { $0 }
        inFlight = factory.meter(ServiceMetric.requestsInFlight)
        incompleteUploads = factory.counter(ServiceMetric.incompleteUploads)
        abandoned = factory.counter(ServiceMetric.abandonedRequests)
        sealed = factory.counter(ServiceMetric.sealedReplies)
        bytes = factory.counters(ServiceMetric.bodyBytes, "direction", of: ServiceMetric.Direction.allCases, \.rawValue)
        work = WorkMetrics(registry)
    }

    static var none: RequestMetrics { RequestMetrics(nil, routes: []) }

    /// Counts a request that was answered.
    ///
    /// - Parameter exchange: The request; nil where its head could not be read.
    func count(_ answer: Answer, of exchange: Exchange?) {
        guard isOn else { return }
        let route = exchange?.routeLabel ?? Route.Label.unread
        counter(of: Outcome(route: route, status: answer.status, problem: answer.problem?.code)).increment()
        if answer.isSealed { sealed.increment() }
        bytes[.out]?.increment(by: exchange?.sentByteCount(of: answer) ?? answer.response.body.count)
        guard let exchange, exchange.isTimed else { return }
        Exemplar.naming(exchange.id.description) { durations[route]?.record(.now - exchange.start) }
    }

    /// Counts a request of which nothing is known, and that was answered.
    func countUnread(_ status: HTTPResponse.Status, _ problem: ProblemKind) {
        guard isOn else { return }
        counter(of: Outcome(route: Route.Label.unread, status: status.code, problem: problem.code)).increment()
    }

    private func counter(of outcome: Outcome) -> Counter {
        outcomes.withLock { outcomes in
            if let counter = outcomes[outcome] { return counter }
            let counter = Counter(
                label: ServiceMetric.requests.name,
                dimensions: [
                    ("route", outcome.route), ("status", "\(outcome.status)"), ("problem", outcome.problem ?? "none"),
                ],
                factory: factory
            )
            outcomes[outcome] = counter
            return counter
        }
    }

    func count(_ rejection: Rejection) { work.count(rejection) }

    /// Counts a request whose client left before its reply.
    func countAbandoned() { abandoned.increment() }

    func count(_ answerWork: Answer.Work, of exchange: Exchange) {
        guard isOn else { return }
        work.count(
            answerWork.cost,
            answerWork.reading,
            sendsPicture: answerWork.sendsPicture,
            for: exchange.id.description
        )
    }

    /// A request to sanitise, in flight for as long as this is kept.
    func begin() -> Flight { Flight(self) }

    final class Flight: Sendable {
        private let metrics: RequestMetrics
        private let isWhole = Atomic(false)

        fileprivate init(_ metrics: RequestMetrics) {
            self.metrics = metrics
            metrics.inFlight.increment()
        }

        deinit {
            metrics.inFlight.decrement()
            if !isWhole.load(ordering: .relaxed) { metrics.incompleteUploads.increment() }
        }

        /// Notes the arrival of the body, of `count` bytes.
        func noteBody(_ count: Int) {
            isWhole.store(true, ordering: .relaxed)
            metrics.bytes[.in]?.increment(by: count)
        }
    }
}

/// Counts the ends and the replacements of workers.
struct WorkerMetrics: Sendable {
    private let ends: [WorkerEnd: Counter]
    private let restarts: Counter
    private let restartFailures: Counter

    init(_ registry: PrometheusRegistry) {
        ends = registry.counters(ServiceMetric.workerEnds, "cause", of: WorkerEnd.allCases, \.rawValue)
        restarts = registry.counter(ServiceMetric.workerRestarts)
        restartFailures = registry.counter(ServiceMetric.workerRestartFailures)
    }

    func count(_ event: WorkerEvent) {
        switch event {
        case .ended(let failure): ends[WorkerEnd(failure)]?.increment()
        case .restarted: restarts.increment()
        case .restartFailed: restartFailures.increment()
        }
    }
}
