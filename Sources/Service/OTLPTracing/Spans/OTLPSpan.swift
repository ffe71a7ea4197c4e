import Synchronization
public import Tracing

/// A span that is exported when it has ended, if its trace is one that somebody wants to keep.
public final class OTLPSpan: Span {
    /// What is handed along to what the span is made of.
    public let context: InstrumentationContext
    private let record: Mutex<SpanRecord>
    private let exporter: SpanExporter

    init(_ record: SpanRecord, _ context: InstrumentationContext, _ exporter: SpanExporter) {
        self.record = Mutex(record)
        self.context = context
        self.exporter = exporter
    }

    /// The name of the span, of which there should be few.
    public var operationName: String {
        get { record.withLock(\.name) }
        set { change { $0.name = newValue } }
    }

    /// What is known of the span.
    public var attributes: SpanAttributes {
        get { record.withLock(\.attributes) }
        set { change { $0.attributes = newValue } }
    }

    /// Whether the span is exported once it ends.
    public var isRecording: Bool { record.withLock { $0.context.isSampled && $0.end == 0 } }

    /// Sets whether what the span stands for went well.
    public func setStatus(_ status: SpanStatus) {
        change { $0.status = status }
    }

    /// Notes something that happened meanwhile.
    public func addEvent(_ event: SpanEvent) {
        change { if $0.events.count < SpanRecord.mostEvents { $0.events.append(event) } }
    }

    /// Notes an error by its type: what it says may be secret.
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

    /// Changes what is known, until the span has ended.
    private func change(_ change: (inout SpanRecord) -> Void) {
        record.withLock { if $0.end == 0 { change(&$0) } }
    }
}
