import HTTPServer
import HTTPTypes
import OTLPTracing
import Redaction
import RedactionJobs
import SecureMemory
import SnapveilService
import Synchronization
import Tracing

/// What is counted and traced of a request on its way through a guard. Whoever works on the request finds it at ``current``.
final class Observation: Sendable {
    /// The observation of the request that the task works on; nil where nobody counts.
    @TaskLocal static var current: Observation?

    private let command: GuardedCommand
    private let method: HTTPRequest.Method
    private let id: String
    private let start: ContinuousClock.Instant
    private let monitoring: GuardMonitoring
    private let span: OTLPSpan?
    /// The name of the trace of the request; nil for none.
    let traceID: String?
    /// The time of the calls that have ended.
    private let upstreamTime = Mutex(Duration.zero)
    private let isInFlight = Atomic(true)

    /// Begins with a request, which is in flight until its end, or for as long as this is kept.
    ///
    /// - Parameters:
    ///   - id: The name of the request.
    ///   - start: The time of its head.
    init(
        _ command: GuardedCommand,
        _ head: HTTPRequest,
        id: String,
        since start: ContinuousClock.Instant,
        _ monitoring: GuardMonitoring
    ) {
        (self.command, method, self.id, self.start) = (command, head.method, id, start)
        self.monitoring = monitoring
        let trace = TraceContext(of: head)
        span = monitoring.tracer.begin("\(head.method) \(command.rawValue)", in: trace, at: start)
        traceID = (span?.context.trace ?? trace)?.traceID
        monitoring.metrics.countBegin()
    }

    deinit { leave() }

    private func leave() {
        if isInFlight.exchange(false, ordering: .relaxed) { monitoring.metrics.countEnd() }
    }

    /// Ends with a reply.
    func end(_ answer: GuardAnswer) {
        leave()
        let outcome = Task.isCancelled ? .abandoned : answer.outcome
        let metrics = monitoring.metrics
        metrics.count(command, outcome)
        note(answer.summary)
        metrics.count(recordings: answer.recordings)
        let own = max(.now - start - upstreamTime.withLock(\.self), .zero)
        metrics.record(own: own, of: command, for: id)
        guard let span, span.isRecording else { return }
        let status = answer.response.head.status.code
        span.attributes = [
            "http.request.method": .string(method.rawValue),
            "http.response.status_code": .int64(Int64(status)),
            "http.response.body.size": .int64(Int64(answer.response.body.count)),
            "snapveil.request.id": .string(id),
            "snapveil.guard.command": .string(command.rawValue),
            "snapveil.guard.outcome": .string(outcome.rawValue),
            "snapveil.guard.pictures": .int64(Int64(answer.summary.pictures)),
            "snapveil.guard.recordings": .int64(Int64(answer.recordings)),
            "snapveil.guard.left_out": .int64(Int64(answer.summary.dropped)),
        ]
        if outcome.isError { span.attributes["error.type"] = outcome.rawValue }
        // The errors of the server behind are none of the guard.
        if outcome == .unsafe || outcome == .upstream { span.setStatus(SpanStatus(code: .error)) }
        span.end()
    }

    // MARK: Work

    /// Notes a job for the request.
    func note(_ cost: JobQueue.Cost, _ reading: WorkMeter.Reading, sendsPicture: Bool) {
        monitoring.metrics.work.count(cost, reading, sendsPicture: sendsPicture, for: id)
        if let span { monitoring.tracer.add(cost, reading, to: span) }
    }

    /// Notes a job that no worker has begun.
    func note(_ refusal: JobQueue.Refusal) {
        monitoring.metrics.work.count(Rejection(refusal))
    }

    /// Notes what was done to a reply, or to a message of a stream.
    func note(_ summary: ReplySummary) {
        monitoring.metrics.countParts(covered: summary.pictures, leftOut: summary.dropped)
    }

    /// Notes a picture of a screen that moved meanwhile.
    func noteMovedScreen() {
        monitoring.metrics.countMovedScreen()
    }

    // MARK: Calls

    /// A call to the server behind.
    struct Call {
        fileprivate let observation: Observation
        fileprivate let method: HTTPRequest.Method
        fileprivate let span: OTLPSpan?
        fileprivate let start = ContinuousClock.now

        /// Ends with a reply.
        func end(status: Int, byteCount: Int) {
            observation.note(call: .now - start)
            end([
                "http.response.status_code": .int64(Int64(status)),
                "http.response.body.size": .int64(Int64(byteCount)),
            ])
        }

        /// Ends without one.
        func end(_ failure: UpstreamFailure) {
            observation.note(call: .now - start)
            observation.monitoring.metrics.count(failure)
            span?.setStatus(SpanStatus(code: .error))
            end(["error.type": .string(failure.reason.rawValue)])
        }

        private func end(_ attributes: SpanAttributes) {
            guard let span, span.isRecording else { return }
            span.attributes = attributes
            span.attributes["http.request.method"] = method.rawValue
            span.end()
        }
    }

    /// Begins a call to the server behind.
    ///
    /// - Parameter fields: The fields of the call, which get the place in the trace.
    func beginCall(_ method: HTTPRequest.Method, _ fields: inout HTTPFields) -> Call {
        let span = span.flatMap { monitoring.tracer.beginCall("upstream", within: $0, &fields) }
        return Call(observation: self, method: method, span: span)
    }

    private func note(call duration: Duration) {
        upstreamTime.withLock { $0 += duration }
        monitoring.metrics.record(upstream: duration, of: command, for: id)
    }
}

extension GuardOutcome {
    fileprivate var isError: Bool { self != .passed && self != .redacted }
}
