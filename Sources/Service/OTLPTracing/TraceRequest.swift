import Foundation
import Tracing

/// Spans as a collector takes them: an `ExportTraceServiceRequest` of OTLP 1 in the JSON mapping of Protocol Buffers, in which
/// the names of traces and spans are hexadecimal, unlike other bytes.
struct TraceRequest: Encodable {
    let resourceSpans: [ResourceSpans]

    init(resource: [(String, String)], scope: String, _ spans: [SpanRecord]) {
        let attributes = resource.map { Attribute(key: $0.0, value: .string($0.1)) }
        let scoped = ScopeSpans(scope: Scope(name: scope), spans: spans.map(Span.init))
        resourceSpans = [ResourceSpans(resource: Resource(attributes: attributes), scopeSpans: [scoped])]
    }

    struct ResourceSpans: Encodable {
        let resource: Resource
        let scopeSpans: [ScopeSpans]
    }

    struct Resource: Encodable {
        let attributes: [Attribute]
    }

    struct ScopeSpans: Encodable {
        let scope: Scope
        let spans: [Span]
    }

    struct Scope: Encodable {
        let name: String
    }

    struct Span: Encodable {
        let traceId: String
        let spanId: String
        let traceState: String?
        let parentSpanId: String?
        let flags: UInt32
        let name: String
        let kind: Int
        // A whole number of 64 bits is a text.
        let startTimeUnixNano: String
        let endTimeUnixNano: String
        let attributes: [Attribute]
        let events: [Event]
        let links: [Link]
        let status: Status
    }

    struct Event: Encodable {
        let timeUnixNano: String
        let name: String
        let attributes: [Attribute]
    }

    struct Link: Encodable {
        let traceId: String
        let spanId: String
        let attributes: [Attribute]
    }

    struct Status: Encodable {
        let code: Int
        let message: String?
    }

    struct Attribute: Encodable {
        let key: String
        let value: Value
    }

    /// An `AnyValue`: an object with the member that its type has.
    enum Value: Encodable {
        case string(String)
        case bool(Bool)
        case int(Int64)
        case double(Double)
        case array([Value])

        private enum CodingKeys: String, CodingKey {
            case stringValue, boolValue, intValue, doubleValue, arrayValue
        }

        private struct Values: Encodable {
            let values: [Value]
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .string(let text): try container.encode(text, forKey: .stringValue)
            case .bool(let truth): try container.encode(truth, forKey: .boolValue)
            case .int(let number): try container.encode("\(number)", forKey: .intValue)
            case .double(let number): try container.encode(number, forKey: .doubleValue)
            case .array(let values): try container.encode(Values(values: values), forKey: .arrayValue)
            }
        }
    }
}

extension TraceRequest.Span {
    fileprivate init(_ record: SpanRecord) {
        traceId = record.context.traceID
        spanId = record.context.spanID
        traceState = record.context.state.isEmpty ? nil : record.context.state
        parentSpanId = record.parentID
        // W3C's flags: there is one.
        flags = record.context.isSampled ? 1 : 0
        name = record.name
        kind = record.kind.number
        startTimeUnixNano = "\(record.start)"
        endTimeUnixNano = "\(record.end)"
        attributes = TraceRequest.Attribute.all(record.attributes)
        events = record.events.map { event in
            TraceRequest.Event(
                timeUnixNano: "\(event.nanosecondsSinceEpoch)",
                name: event.name,
                attributes: TraceRequest.Attribute.all(event.attributes)
            )
        }
        links = record.links.compactMap { link in
            link.context.trace.map { trace in
                TraceRequest.Link(
                    traceId: trace.traceID,
                    spanId: trace.spanID,
                    attributes: TraceRequest.Attribute.all(link.attributes)
                )
            }
        }
        status = TraceRequest.Status(record.status)
    }
}

extension TraceRequest.Attribute {
    fileprivate static func all(_ attributes: SpanAttributes) -> [Self] {
        var all: [Self] = []
        attributes.forEach { name, attribute in
            if let value = TraceRequest.Value(attribute) { all.append(Self(key: name, value: value)) }
        }
        return all.sorted { $0.key < $1.key }
    }
}

extension TraceRequest.Value {
    /// The value of an attribute; nil for an unknown kind.
    fileprivate init?(_ attribute: SpanAttribute) {
        switch attribute {
        case .int32(let number): self = .int(Int64(number))
        case .int64(let number): self = .int(number)
        case .int32Array(let numbers): self = .array(numbers.map { .int(Int64($0)) })
        case .int64Array(let numbers): self = .array(numbers.map(Self.int))
        case .double(let number): self.init(finite: number)
        case .doubleArray(let numbers): self = .array(numbers.compactMap(Self.init(finite:)))
        case .bool(let truth): self = .bool(truth)
        case .boolArray(let truths): self = .array(truths.map(Self.bool))
        case .string(let text): self = .string(text)
        case .stringArray(let texts): self = .array(texts.map(Self.string))
        case .stringConvertible(let value): self = .string("\(value)")
        case .stringConvertibleArray(let values): self = .array(values.map { .string("\($0)") })
        default: return nil
        }
    }

    /// A number; nil for one that JSON lacks.
    private init?(finite number: Double) {
        guard number.isFinite else { return nil }
        self = .double(number)
    }
}

extension TraceRequest.Status {
    /// 0 for no status, 1 for success, 2 for an error.
    fileprivate init(_ status: SpanStatus?) {
        switch status?.code {
        case nil: code = 0
        case .ok: code = 1
        case .error: code = 2
        }
        message = status?.message
    }
}

extension SpanKind {
    /// The number that OTLP has for the kind.
    fileprivate var number: Int {
        switch self {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }
}

/// A span that has ended.
struct SpanRecord: Sendable {
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

    /// Upper bound on the events of a span, and on its links; others are left out.
    static let mostEvents = 32
}
