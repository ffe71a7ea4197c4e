import Glibc
import HTTPServer
import HTTPTypes
import OTLPTracing
import Redaction
import RedactionJobs
import Tracing

/// Puts requests into traces, their own or new ones, and exports the spans to a collector.
struct RequestTracer: Sendable {
    /// The maker of spans; nil makes none.
    let tracer: OTLPTracer?

    static let none = RequestTracer(tracer: nil)

    /// Begins the span of a request, unless it is a probe or a file of the playground.
    func begin(_ exchange: Exchange) -> OTLPSpan? {
        let route = exchange.routeOfPath
        guard let tracer, route?.isProbe != true, route?.isPlayground != true else { return nil }
        var context = InstrumentationContext.topLevel
        context.trace = exchange.trace
        let name = "\(exchange.head.method) \(exchange.routeLabel)"
        return tracer.startSpan(name, context: context, ofKind: .server, at: exchange.start.wallClock)
    }

    /// Ends the span of a request.
    func end(_ exchange: Exchange, _ answer: Answer, isAbandoned: Bool) {
        guard let span = exchange.span, span.isRecording else { return }
        var attributes: SpanAttributes = [
            "http.request.method": .string(exchange.head.method.rawValue),
            "http.route": .string(exchange.routeLabel),
            "http.response.status_code": .int64(Int64(answer.status)),
            "http.response.body.size": .int64(Int64(exchange.sentByteCount(of: answer))),
            "snapveil.request.id": .string(exchange.id.description),
        ]
        if isAbandoned { attributes["snapveil.abandoned"] = true }
        if let problem = answer.problem { attributes["error.type"] = problem.code }
        span.attributes = attributes
        // A mistake of a client is no error of the server.
        if answer.status >= 500 { span.setStatus(SpanStatus(code: .error)) }
        span.end()
    }

    /// Adds the spans of the wait and the work to that of a request.
    func add(_ answerWork: Answer.Work, to exchange: Exchange) {
        guard let tracer, let span = exchange.span, span.isRecording else { return }
        let (cost, reading) = (answerWork.cost, answerWork.reading)
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
    /// The instant on a wall clock, going by its time now: a clock that jumps moves a request as a whole.
    fileprivate var wallClock: DefaultTracerClock.Timestamp {
        let (seconds, attoseconds) = (ContinuousClock.now - self).components
        let elapsed = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        let now = Int64(clamping: DefaultTracerClock.now.nanosecondsSinceEpoch)
        return DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: UInt64(clamping: now - elapsed))
    }
}
