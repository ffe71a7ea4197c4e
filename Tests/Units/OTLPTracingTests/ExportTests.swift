import FakeCollector
import Foundation
import Testing
import Tracing

@testable import OTLPTracing

@Suite("Spans on their way to a collector")
struct ExportTests {
    private static func exporter(
        _ port: Int,
        _ bound: (inout SpanExporter.Bounds) -> Void = { _ in }
    ) throws -> SpanExporter {
        var bounds = SpanExporter.Bounds()
        bounds.interval = .milliseconds(20)
        bounds.timeout = .seconds(1)
        bound(&bounds)
        let endpoint = try CollectorEndpoint("http://127.0.0.1:\(port)")
        return SpanExporter(to: endpoint, resource: ["service.name": "test"], scope: "tests", bounds: bounds)
    }

    private static func eventually(_ condition: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(5)
        while !condition() {
            guard .now < deadline else { return false }
            usleep(5_000)
        }
        return true
    }

    private static let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test("arrive as OTLP has them in JSON, with parents, attributes, events and times")
    func document() throws {
        let collector = try FakeCollector()
        let exporter = try Self.exporter(collector.port)
        let tracer = OTLPTracer(exporter)
        var context = InstrumentationContext.topLevel
        context.trace = TraceContext(parent: Self.parent, state: "a=1")
        let outer = tracer.startSpan("GET /", context: context, ofKind: .server)
        let start = DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: 1_700_000_000_123_456_789)
        let inner = tracer.startSpan("inner", context: outer.context, at: start)
        inner.attributes["text"] = "a \"b\"\n"
        inner.attributes["number"] = Int64.max
        inner.attributes["share"] = 0.5
        inner.attributes["flag"] = true
        inner.attributes["list"] = ["x", "y"]
        inner.addEvent(SpanEvent(name: "event", at: start, attributes: ["n": 1]))
        inner.setStatus(SpanStatus(code: .error, message: "why"))
        inner.end(at: DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: 1_700_000_000_123_456_999))
        inner.attributes["late"] = "too late"
        inner.end()
        outer.end()
        tracer.forceFlush()
        #expect(exporter.statistics == SpanExporter.Statistics(exported: 2))
        let request = try #require(collector.requests.first)
        #expect(request.head.hasPrefix("POST /v1/traces HTTP/1.1\r\nHost: 127.0.0.1:\(collector.port)\r\n"))
        #expect(request.head.contains("\r\nContent-Type: application/json\r\n"))
        let spans = collector.spans
        try #require(spans.count == 2)
        let innerID = spans[0]["spanId"] as? String
        let outerID = spans[1]["spanId"] as? String
        #expect(spans.allSatisfy { $0["traceId"] as? String == "4bf92f3577b34da6a3ce929d0e0e4736" })
        #expect(spans.allSatisfy { $0["traceState"] as? String == "a=1" })
        #expect(spans[1]["parentSpanId"] as? String == "00f067aa0ba902b7")
        #expect(spans[0]["parentSpanId"] as? String == outerID && innerID != outerID)
        #expect(spans[1]["kind"] as? Int == 2 && spans[0]["kind"] as? Int == 1)
        #expect(spans[0]["startTimeUnixNano"] as? String == "1700000000123456789")
        #expect(spans[0]["endTimeUnixNano"] as? String == "1700000000123456999")
        #expect((spans[0]["status"] as? NSDictionary) == ["code": 2, "message": "why"])
        #expect((spans[1]["status"] as? NSDictionary) == ["code": 0])
        let attributes = spans[0]["attributes"] as? NSArray
        #expect(
            attributes == [
                ["key": "flag", "value": ["boolValue": true]],
                ["key": "list", "value": ["arrayValue": ["values": [["stringValue": "x"], ["stringValue": "y"]]]]],
                ["key": "number", "value": ["intValue": "9223372036854775807"]],
                ["key": "share", "value": ["doubleValue": 0.5]],
                ["key": "text", "value": ["stringValue": "a \"b\"\n"]],
            ]
        )
        let events = try #require(spans[0]["events"] as? [[String: Any]])
        #expect(events.map { $0["name"] as? String } == ["event"])
        #expect(events.map { $0["timeUnixNano"] as? String } == ["1700000000123456789"])
    }

    @Test("are those of traces that somebody keeps: of none that was begun elsewhere and is not")
    func sampling() throws {
        let collector = try FakeCollector()
        let exporter = try Self.exporter(collector.port)
        let tracer = OTLPTracer(exporter)
        var context = InstrumentationContext.topLevel
        context.trace = TraceContext(parent: Self.parent.dropLast(2) + "00")
        let span = tracer.startSpan("not kept", context: context)
        #expect(!span.isRecording)
        tracer.startSpan("not kept either", context: span.context).end()
        span.end()
        let own = tracer.startSpan("kept", context: .topLevel)
        #expect(own.isRecording)
        own.end()
        #expect(!own.isRecording)
        tracer.forceFlush()
        #expect(collector.spans.map { $0["name"] as? String } == ["kept"])
        #expect(collector.spans[0]["parentSpanId"] == nil)
    }

    @Test("go in batches, soon, and by themselves")
    func batches() throws {
        let collector = try FakeCollector()
        let exporter = try Self.exporter(collector.port) { $0.batch = 10 }
        let tracer = OTLPTracer(exporter)
        for number in 0..<25 { tracer.startSpan("\(number)", context: .topLevel).end() }
        #expect(Self.eventually { exporter.statistics.exported == 25 })
        #expect(collector.requests.map(\.spans.count).reduce(0, +) == 25)
        #expect(collector.requests.allSatisfy { $0.spans.count <= 10 })
        #expect(Set(collector.spans.compactMap { $0["name"] as? String }).count == 25)
    }

    @Test("are dropped and counted when the collector is slow, and nobody waits for that")
    func slow() throws {
        let collector = try FakeCollector(delay: 0.5)
        let exporter = try Self.exporter(collector.port) { bounds in
            bounds.queue = 20
            bounds.batch = 10
        }
        let tracer = OTLPTracer(exporter)
        let start = ContinuousClock.now
        for number in 0..<1000 { tracer.startSpan("\(number)", context: .topLevel).end() }
        #expect(.now - start < .milliseconds(400))
        // What was on its way when the queue was full makes room for as many again.
        #expect((970...980).contains(exporter.statistics.dropped))
        #expect(Self.eventually { exporter.statistics.exported + exporter.statistics.dropped == 1000 })
    }

    @Test("are counted where there is no collector, or one that does not take them", arguments: [nil, 400, 503])
    func failing(_ status: Int?) throws {
        let collector = try status.map { try FakeCollector(status: $0) }
        let exporter = try Self.exporter(collector?.port ?? 1)
        let tracer = OTLPTracer(exporter)
        for _ in 0..<3 { tracer.startSpan("lost", context: .topLevel).end() }
        tracer.forceFlush()
        #expect(exporter.statistics == SpanExporter.Statistics(failed: 3))
    }

    @Test("are waited for by a program that ends, but not for long")
    func end() throws {
        let collector = try FakeCollector(delay: 10)
        let tracer = OTLPTracer(try Self.exporter(collector.port) { $0.timeout = .seconds(10) })
        tracer.startSpan("last", context: .topLevel).end()
        let start = ContinuousClock.now
        tracer.forceFlush()
        #expect((.seconds(1)...(.seconds(4))).contains(.now - start))
        withExtendedLifetime(collector) {}
    }

    private struct Fields: Extractor, Injector {
        func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }
        func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) { carrier[key] = value }
    }

    @Test("go on in another program by the fields of a request")
    func propagation() throws {
        let tracer = OTLPTracer(try Self.exporter(1))
        var context = InstrumentationContext.topLevel
        tracer.extract(["traceparent": Self.parent, "tracestate": "a=1"], into: &context, using: Fields())
        #expect(context.trace?.parent == Self.parent)
        let span = tracer.startSpan("outgoing", context: context)
        var fields: [String: String] = [:]
        tracer.inject(span.context, into: &fields, using: Fields())
        #expect(fields["tracestate"] == "a=1")
        let next = try #require(fields["traceparent"].flatMap { TraceContext(parent: $0) })
        #expect(next.traceID == context.trace?.traceID)
        #expect(next.spanID != context.trace?.spanID && next.isSampled)
    }
}

@Suite("Where a collector is")
struct CollectorEndpointTests {
    @Test("is read of a URL, with what OTLP has where it says nothing")
    func valid() throws {
        for (url, host, port, path, authority) in [
            ("http://collector", "collector", 4318, "/v1/traces", "collector:4318"),
            ("HTTP://127.0.0.1:9/", "127.0.0.1", 9, "/v1/traces", "127.0.0.1:9"),
            ("http://a.b:80/otlp/x?y=1", "a.b", 80, "/otlp/x?y=1", "a.b:80"),
            ("http://[::1]:4318/v1/traces", "::1", 4318, "/v1/traces", "[::1]:4318"),
            ("http://[::1]", "::1", 4318, "/v1/traces", "[::1]:4318"),
        ] {
            let endpoint = try CollectorEndpoint(url)
            #expect(endpoint.host == host && endpoint.port == port && endpoint.path == path, "\(url)")
            #expect(endpoint.authority == authority)
        }
    }

    @Test(
        "is refused where spans could not be sent to, or not as it is meant",
        arguments: [
            "", "collector:4318", "https://collector", "http://", "http://:4318", "http://a:", "http://a:x",
            "http://a:70000", "http://user@a", "http://a?x", "http://a b", "http://a/\r\nX: 1", "http://[::1",
        ]
    )
    func invalid(_ url: String) {
        #expect(throws: CollectorEndpoint.Invalid.self) { try CollectorEndpoint(url) }
    }
}
