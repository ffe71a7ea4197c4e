import Tracing

/// A span that has ended.
struct SpanRecord: Sendable {
    /// Its place in the trace.
    let context: TraceContext
    /// The span that it is part of; nil for the first.
    let parentID: String?
    var name: String
    let kind: SpanKind
    /// In nanoseconds since 1970.
    let start: UInt64
    /// In nanoseconds since 1970; 0 until it has ended.
    var end: UInt64 = 0
    var attributes: SpanAttributes = [:]
    var events: [SpanEvent] = []
    var links: [SpanLink] = []
    var status: SpanStatus?

    /// Events, and links, that a span may have; others are left out.
    static let mostEvents = 32
}
