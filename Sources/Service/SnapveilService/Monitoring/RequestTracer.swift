import Glibc
package import HTTPTypes
package import OTLPTracing
package import Redaction
package import RedactionJobs
import Tracing

/// Puts requests into traces, their own or new ones, and exports the spans to a collector.
package struct RequestTracer: Sendable {
    /// The way of the spans; nil for none.
    package let exporter: SpanExporter?
    /// The maker of spans; nil makes none.
    private let tracer: OTLPTracer?

    static let none = RequestTracer(to: nil, of: "")

    /// A tracer of the requests to a service of a name; nil makes no spans.
    package init(to collector: CollectorEndpoint?, of service: String) {
        exporter = collector.map { endpoint in
            SpanExporter(
                to: endpoint,
                resource: ["service.name": service, "service.version": APIDescription.version],
                scope: "snapveil"
            )
        }
        tracer = exporter.map(OTLPTracer.init)
    }

    /// Begins the span of a request.
    ///
    /// - Parameters:
    ///   - name: The name of the span, one of few.
    ///   - trace: The place in a trace that the request comes with; nil begins a trace.
    package func begin(_ name: String, in trace: TraceContext?, at start: ContinuousClock.Instant) -> OTLPSpan? {
        var context = InstrumentationContext.topLevel
        context.trace = trace
        return tracer?.startSpan(name, context: context, ofKind: .server, at: start.wallClock)
    }

    /// Begins the span of a call to another server within that of a request.
    ///
    /// - Parameter fields: The fields of the call, which get its place in the trace in place of any other.
    package func beginCall(_ name: String, within span: OTLPSpan, _ fields: inout HTTPFields) -> OTLPSpan? {
        guard let call = tracer?.startSpan(name, context: span.context, ofKind: .client) else { return nil }
        fields[.traceParent] = call.context.trace?.parent
        fields[.traceState] = call.context.trace.flatMap { $0.state.isEmpty ? nil : $0.state }
        return call
    }

    /// Adds the spans of the wait and the work to that of a request.
    package func add(_ cost: JobQueue.Cost, _ reading: WorkMeter.Reading, to span: OTLPSpan) {
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

    /// Sends the last spans, and waits for that for a while.
    package func flush() { tracer?.forceFlush() }
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
