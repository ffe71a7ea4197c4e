import FakeCollector
import HTTPServer
import ImageCore
import OTLPTracing
import SecureMemory
import Testing

@testable import RawHTTP
@testable import SnapveilService

@Suite("Traces of requests", .serialized)
struct TracingTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let parent = "00-\(trace)-00f067aa0ba902b7-01"

    /// Runs `body` beside a service, and returns the spans that it has sent until its end.
    private static func spans(
        _ body: @escaping @Sendable (WatchedService) async throws -> Void
    ) async throws -> [Span] {
        let collector = try FakeCollector()
        let endpoint = try CollectorEndpoint("http://127.0.0.1:\(collector.port)")
        try await WatchedService.run({ $0.collector = endpoint }, body)
        return collector.spans.map(Span.init)
    }

    private struct Span {
        let name: String?
        let id: String?
        let parent: String?
        let trace: String?
        let kind: Int?
        let status: Int?
        let start: UInt64
        let end: UInt64
        let attributes: [String: String]

        init(_ json: [String: Any]) {
            name = json["name"] as? String
            id = json["spanId"] as? String
            parent = json["parentSpanId"] as? String
            trace = json["traceId"] as? String
            kind = json["kind"] as? Int
            status = (json["status"] as? [String: Any])?["code"] as? Int
            start = (json["startTimeUnixNano"] as? String).flatMap(UInt64.init) ?? 0
            end = (json["endTimeUnixNano"] as? String).flatMap(UInt64.init) ?? 0
            var attributes: [String: String] = [:]
            for attribute in json["attributes"] as? [[String: Any]] ?? [] {
                let value = (attribute["value"] as? [String: Any])?.values.first
                if let key = attribute["key"] as? String, let value { attributes[key] = "\(value)" }
            }
            self.attributes = attributes
        }
    }

    @Test("a request goes on with the trace that it comes with, and its wait and its work are parts of it")
    func continued() async throws {
        let spans = try await Self.spans { service in
            let fields = ["traceparent: \(Self.parent)", "X-Request-Id: run-7"]
            let client = try service.connect()
            await client.post(try Snapshots.file(.png), RunningService.quick, fields)
            #expect(try await client.response().status == 200)
        }
        try #require(Set(spans.map(\.name)) == ["POST /v1/sanitize", "queue", "work"] && spans.count == 3)
        #expect(spans.allSatisfy { $0.trace == Self.trace })
        let request = try #require(spans.first { $0.name == "POST /v1/sanitize" })
        let queue = try #require(spans.first { $0.name == "queue" })
        let work = try #require(spans.first { $0.name == "work" })
        #expect(request.parent == "00f067aa0ba902b7" && request.kind == 2 && request.status == 0)
        #expect(queue.parent == request.id && work.parent == request.id)
        #expect(request.attributes["http.route"] == "/v1/sanitize")
        #expect(request.attributes["http.request.method"] == "POST")
        #expect(request.attributes["http.response.status_code"] == "200")
        #expect(request.attributes["snapveil.request.id"] == "run-7")
        #expect(request.attributes["error.type"] == nil)
        for stage in ["open", "plan", "paint", "encode"] {
            #expect(work.attributes["snapveil.stage.\(stage).seconds"].flatMap(Double.init) ?? -1 >= 0, "\(stage)")
        }
        #expect(work.attributes["snapveil.style.fill.seconds"] != nil)
        #expect(work.attributes["snapveil.snapshot.pixels"] == "1200")
        // Each is measured by itself, so that there may be some microseconds between them.
        let slack: UInt64 = 1_000_000
        #expect(request.start <= queue.start + slack && queue.end <= work.start + slack)
        #expect(work.end <= request.end + slack && work.start < work.end)
    }

    @Test("one that comes with none, or a malformed one, begins a trace; and what is wrong with it is told by its code")
    func begun() async throws {
        let spans = try await Self.spans { service in
            let malformed = "traceparent: 00-\(Self.trace)-0000000000000000-01"
            let reply = try await service.get("/v1/policies", "GET", malformed)
            #expect(reply.status == 200)
            #expect(try await service.get("/made-up?secret=vault").status == 404)
            #expect(try await service.post(SecureBytes("no picture"), "style=veil").status == 415)
        }
        let roots = spans.filter { $0.kind == 2 }
        #expect(roots.allSatisfy { $0.parent == nil && $0.status == 0 })
        #expect(Set(roots.map(\.trace)).count == 3 && !roots.contains { $0.trace == Self.trace })
        #expect(roots.map(\.name) == ["GET /v1/policies", "GET other", "POST /v1/sanitize"])
        #expect(roots.map { $0.attributes["error.type"] } == [nil, "not-found", "snapshot-unsupported"])
        #expect(!"\(spans)".contains("vault"))
    }

    @Test("probes and the page are traced by nobody, nor is what others do not keep")
    func quiet() async throws {
        let spans = try await Self.spans { service in
            for path in ["/healthz", "/readyz", "/", "/playground/main.js"] { _ = try await service.get(path) }
            _ = try await service.get("/v1/policies", "GET", "traceparent: \(Self.parent.dropLast())0")
        }
        #expect(spans.isEmpty)
    }

    @Test("what the server lacks is an error of its own, and the last spans are sent before it ends")
    func failures() async throws {
        let collector = try FakeCollector()
        let endpoint = try CollectorEndpoint("http://127.0.0.1:\(collector.port)")
        try await WatchedService.run({
            $0.collector = endpoint
            $0.server.requestTimeout = .milliseconds(200)
        }) { service in
            let size = try #require(PixelSize(width: 4000, height: 3000))
            let large = try PixelBuffer(size, format: .rgb, filledWith: .white).encoded(.png())
            #expect(try await service.post(large, RunningService.long).status == 503)
        }
        let spans = collector.spans.map(Span.init).filter { $0.attributes["http.response.status_code"] == "503" }
        #expect(!spans.isEmpty)
        #expect(spans.allSatisfy { $0.status == 2 && $0.attributes["error.type"] == "overloaded" })
    }

    @Test("spans that were sent are counted")
    func counted() async throws {
        _ = try await Self.spans { service in
            _ = try await service.get("/v1/policies")
            _ = try await service.get("/v1/policies")
            #expect(await service.shows("snapveil_spans_total{outcome=\"exported\"}", 2))
            let metrics = try await service.metrics()
            #expect(metrics.has("snapveil_spans_total{outcome=\"dropped\"}"))
        }
    }
}
