import Synchronization
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
/// A trace that comes from elsewhere is kept if its beginner keeps it; one that begins here is always kept.
public struct OTLPTracer: Tracer {
    private let exporter: SpanExporter

    /// A tracer whose spans go to `exporter`.
    public init(_ exporter: SpanExporter) {
        self.exporter = exporter
    }

    /// Begins a span, within the one of `context`, if it has one.
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

    /// Sends the spans that have ended, and waits for that, but not for long.
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

/// A span that is exported when it has ended, if its trace is one that somebody wants to keep.
public final class OTLPSpan: Span {
    /// The context for the spans within this one.
    public let context: InstrumentationContext
    private let record: Mutex<SpanRecord>
    private let exporter: SpanExporter

    init(_ record: SpanRecord, _ context: InstrumentationContext, _ exporter: SpanExporter) {
        self.record = Mutex(record)
        self.context = context
        self.exporter = exporter
    }

    /// The name of the span, one of few.
    public var operationName: String {
        get { record.withLock(\.name) }
        set { change { $0.name = newValue } }
    }

    /// The attributes of the span.
    public var attributes: SpanAttributes {
        get { record.withLock(\.attributes) }
        set { change { $0.attributes = newValue } }
    }

    /// Whether the span is exported once it ends.
    public var isRecording: Bool { record.withLock { $0.context.isSampled && $0.end == 0 } }

    /// Sets whether the work of the span went well.
    public func setStatus(_ status: SpanStatus) {
        change { $0.status = status }
    }

    /// Notes something that happened meanwhile.
    public func addEvent(_ event: SpanEvent) {
        change { if $0.events.count < SpanRecord.mostEvents { $0.events.append(event) } }
    }

    /// Notes an error by its type: its text may be secret.
    public func recordError<Instant: TracerInstant>(
        _ error: any Error,
        attributes: SpanAttributes,
        at instant: @autoclosure () -> Instant
    ) {
        var attributes = attributes
        attributes["exception.type"] = "\(type(of: error))"
        addEvent(SpanEvent(name: "exception", at: instant(), attributes: attributes))
    }

    /// Refers to a span of another trace.
    public func addLink(_ link: SpanLink) {
        change { if $0.links.count < SpanRecord.mostEvents { $0.links.append(link) } }
    }

    /// Ends the span, once.
    public func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        let ended = record.withLock { record -> SpanRecord? in
            guard record.end == 0 else { return nil }
            record.end = max(instant().nanosecondsSinceEpoch, record.start)
            return record
        }
        if let ended, ended.context.isSampled { exporter.export(ended) }
    }

    /// Changes the record, until the span has ended.
    private func change(_ change: (inout SpanRecord) -> Void) {
        record.withLock { if $0.end == 0 { change(&$0) } }
    }
}
