import Glibc
import HTTPServer
import HTTPTypes
import OTLPTracing
import Redaction
import Tracing

/// Puts requests into traces: into those that they come with, or into new ones, and has the spans exported if a collector
/// wants them.
struct RequestTracer: Sendable {
    /// What makes spans; nil where nobody wants them.
    let tracer: OTLPTracer?

    /// Makes no spans.
    static let none = RequestTracer(tracer: nil)

    /// The place in a trace that a request comes with; nil if it has none, or one that is malformed, or two.
    static func context(of head: HTTPRequest) -> TraceContext? {
        let parents = head.headerFields[values: .traceParent]
        guard parents.count == 1 else { return nil }
        // Several lines are one list (W3C Trace Context, section 3.3.1.1).
        let states = head.headerFields[values: .traceState]
        return TraceContext(parent: parents[0], state: states.isEmpty ? nil : states.joined(separator: ","))
    }

    /// Begins the span of a request.
    ///
    /// - Parameters:
    ///   - name: The method and the path as it stands in templates.
    ///   - parent: The place in a trace that the request comes with.
    ///   - start: When its head was read.
    func begin(_ name: String, _ parent: TraceContext?, at start: ContinuousClock.Instant) -> OTLPSpan? {
        guard let tracer else { return nil }
        var context = InstrumentationContext.topLevel
        context.trace = parent
        return tracer.startSpan(name, context: context, ofKind: .server, at: start.wallClock)
    }

    /// What is known of a request when it was answered.
    struct Outcome {
        let id: String
        let method: String
        let route: String
        let status: Int
        let problem: ProblemKind?
        let byteCount: Int
        /// Whether nobody waited for the reply any more.
        let isAbandoned: Bool
    }

    /// Ends the span of a request.
    func end(_ span: OTLPSpan, _ outcome: Outcome) {
        guard span.isRecording else { return }
        var attributes: SpanAttributes = [
            "http.request.method": .string(outcome.method),
            "http.route": .string(outcome.route),
            "http.response.status_code": .int64(Int64(outcome.status)),
            "http.response.body.size": .int64(Int64(outcome.byteCount)),
            "snapveil.request.id": .string(outcome.id),
        ]
        if outcome.isAbandoned { attributes["snapveil.abandoned"] = true }
        if let problem = outcome.problem { attributes["error.type"] = problem.code }
        span.attributes = attributes
        // What a client does wrong is no error of the server.
        if outcome.status >= 500 { span.setStatus(SpanStatus(code: .error)) }
        span.end()
    }

    /// Adds the spans of the wait and the work to that of a request.
    func add(_ cost: WorkerPool.Cost, _ reading: WorkMeter.Reading, to span: OTLPSpan) {
        guard let tracer, span.isRecording else { return }
        let queue = tracer.startSpan("queue", context: span.context, at: (cost.start - cost.queued).wallClock)
        queue.end(at: cost.start.wallClock)
        let work = tracer.startSpan("work", context: span.context, at: cost.start.wallClock)
        var attributes: SpanAttributes = [:]
        for (stage, time) in reading.stages {
            attributes["snapveil.stage.\(stage).seconds"] = time / .seconds(1)
        }
        for (style, time) in reading.styles {
            attributes["snapveil.style.\(style).seconds"] = time / .seconds(1)
        }
        attributes["snapveil.snapshot.pixels"] = reading.pixels
        work.attributes = attributes
        work.end(at: (cost.start + cost.worked).wallClock)
    }
}

extension ContinuousClock.Instant {
    /// The instant as clocks on the wall have it, going by the one of now: a clock that jumps moves a request as a whole.
    fileprivate var wallClock: DefaultTracerClock.Timestamp {
        let (seconds, attoseconds) = (ContinuousClock.now - self).components
        let elapsed = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        let now = Int64(clamping: DefaultTracerClock.now.nanosecondsSinceEpoch)
        return DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: UInt64(clamping: now - elapsed))
    }
}
