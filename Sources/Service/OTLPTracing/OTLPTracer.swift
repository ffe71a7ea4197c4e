public import Tracing

/// Traces that go to a collector by OTLP: a backend of swift-distributed-tracing.
///
/// ```swift
/// let exporter = SpanExporter(to: endpoint, resource: ["service.name": "app"])
/// let tracer = OTLPTracer(exporter)
/// var context = InstrumentationContext.topLevel
/// context.trace = TraceContext(parent: traceparent)
/// tracer.startSpan("GET /", context: context, ofKind: .server).end()
/// ```
/// A trace that comes from elsewhere is kept if whoever began it keeps it; one that begins here is always kept.
public struct OTLPTracer: Tracer {
    private let exporter: SpanExporter

    /// A tracer whose spans go to `exporter`.
    public init(_ exporter: SpanExporter) {
        self.exporter = exporter
    }

    /// Begins a span, as part of the one that `context` has, if it has one.
    public func startSpan<Instant: TracerInstant>(
        _ operationName: String,
        context: @autoclosure () -> InstrumentationContext,
        ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant,
        function: String,
        file fileID: String,
        line: UInt
    ) -> OTLPSpan {
        var context = context()
        let parent = context.trace
        let own = TraceContext(
            traceID: parent?.traceID ?? TraceContext.randomDigits(32),
            spanID: TraceContext.randomDigits(16),
            isSampled: parent?.isSampled ?? true,
            state: parent?.state ?? ""
        )
        context.trace = own
        let record = SpanRecord(
            context: own,
            parentID: parent?.spanID,
            name: operationName,
            kind: kind,
            start: instant().nanosecondsSinceEpoch
        )
        return OTLPSpan(record, context, exporter)
    }

    /// Sends what has ended, and waits for that, but not for long.
    public func forceFlush() {
        exporter.flush(within: .seconds(2))
    }

    /// Takes the place in a trace from the fields `traceparent` and `tracestate`.
    public func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier,
        into context: inout InstrumentationContext,
        using extractor: Extract
    ) where Extract.Carrier == Carrier {
        guard let parent = extractor.extract(key: TraceContext.fields.parent, from: carrier) else { return }
        let state = extractor.extract(key: TraceContext.fields.state, from: carrier)
        if let trace = TraceContext(parent: parent, state: state) { context.trace = trace }
    }

    /// Puts the place in a trace into the fields `traceparent` and `tracestate`.
    public func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext,
        into carrier: inout Carrier,
        using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let trace = context.trace else { return }
        injector.inject(trace.parent, forKey: TraceContext.fields.parent, into: &carrier)
        if !trace.state.isEmpty { injector.inject(trace.state, forKey: TraceContext.fields.state, into: &carrier) }
    }
}
