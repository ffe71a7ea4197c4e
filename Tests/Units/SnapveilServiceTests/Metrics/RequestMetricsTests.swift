import Foundation
import HTTPServer
import ImageCore
import Redaction
import SecureMemory
import Testing

@testable import RawHTTP
@testable import SnapveilService

/// Everything is sent over sockets, and read from `/metrics` as Prometheus does.
@Suite("What requests count as", .serialized)
struct RequestMetricsTests {
    private static func large() throws -> SecureBytes {
        let size = try #require(PixelSize(width: 4000, height: 3000))
        return try PixelBuffer(size, format: .rgb, filledWith: .white).encoded(.png())
    }

    private static func answered(_ route: String, _ status: Int, _ problem: String = "none") -> String {
        "snapveil_http_requests_total{route=\"\(route)\",status=\"\(status)\",problem=\"\(problem)\"}"
    }

    @Test("each is counted by its route, its status and its problem, and its time by its route")
    func outcomes() async throws {
        try await WatchedService.run { service in
            let png = try Snapshots.file(.png)
            #expect(try await service.post(png, RunningService.quick).status == 200)
            #expect(try await service.post(png, RunningService.quick).status == 200)
            #expect(try await service.post(png, "policy=nothing-of-the-kind").status == 404)
            #expect(try await service.post(SecureBytes("no picture"), "style=veil").status == 415)
            #expect(try await service.get("/v1/policies/blur").status == 200)
            #expect(try await service.get("/v1/policies", "DELETE").status == 405)
            #expect(try await service.get("/healthz", "HEAD").status == 200)
            #expect(try await service.get("/playground/main.js").status == 200)
            let metrics = try await service.metrics()
            #expect(metrics[Self.answered("/v1/sanitize", 200)] == 2)
            #expect(metrics[Self.answered("/v1/sanitize", 404, "policy-unknown")] == 1)
            #expect(metrics[Self.answered("/v1/sanitize", 415, "snapshot-unsupported")] == 1)
            #expect(metrics[Self.answered("/v1/policies/{name}", 200)] == 1)
            #expect(metrics[Self.answered("/v1/policies", 405, "method-not-allowed")] == 1)
            #expect(metrics[Self.answered("/healthz", 200)] == 1)
            #expect(metrics[Self.answered("/playground/{file}", 200)] == 1)
            let duration = "snapveil_http_request_duration_seconds"
            #expect(metrics["\(duration)_count{route=\"/v1/sanitize\"}"] == 4)
            #expect((0.000_1..<30).contains(metrics["\(duration)_sum{route=\"/v1/sanitize\"}"]))
        }
    }

    @Test("whatever path, method or name is made up, there are no more series for it")
    func boundedLabels() async throws {
        try await WatchedService.run { service in
            _ = try await service.get("/first")
            _ = try await service.get("/v1/policies/first")
            _ = try await service.get("/playground/first")
            _ = try await service.get("/first", "METHOD")
            let before = try await service.metrics()
            for number in 0..<30 {
                _ = try await service.get("/\(number)/metrics\"}")
                _ = try await service.get("/v1/policies/made-up-\(number)")
                _ = try await service.get("/playground/\(number)")
                _ = try await service.get("/first?\(number)", "METHOD\(number)")
            }
            let after = try await service.metrics()
            #expect(Set(after.names).subtracting(before.names).isEmpty)
            #expect(after[Self.answered("other", 404, "not-found")] == 31)
            #expect(after[Self.answered("unread", 501, "method-unknown")] == 31)
            #expect(after[Self.answered("/v1/policies/{name}", 404, "policy-unknown")] == 31)
            #expect(after["metrics_refused_series_total"] == 0)
        }
    }

    @Test("what is no HTTP counts, too")
    func unread() async throws {
        try await WatchedService.run { service in
            let client = try service.connect()
            await client.send("NOT HTTP\r\n\r\n")
            #expect(try await client.response().status == 400)
            #expect(try await service.metrics()[Self.answered("unread", 400, "request-malformed")] == 1)
        }
    }

    @Test("a request is in flight as long as its body comes, and is incomplete if that never ends")
    func flight() async throws {
        try await WatchedService.run { service in
            do {
                let client = try service.connect()
                await client.send("POST /v1/sanitize?style=veil HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\nabc")
                #expect(await service.shows("snapveil_http_requests_in_flight", 1))
                let metrics = try await service.metrics()
                #expect(metrics["snapveil_connections"] == 1)
                #expect(metrics["snapveil_budget_used_bytes{budget=\"bodies\"}"] > 0)
                #expect(metrics["snapveil_http_incomplete_uploads_total"] == 0)
            }
            #expect(await service.shows("snapveil_http_requests_in_flight", 0))
            #expect(await service.shows("snapveil_connections", 0))
            let metrics = try await service.metrics()
            #expect(metrics["snapveil_http_incomplete_uploads_total"] == 1)
            #expect(metrics["snapveil_connections_accepted_total"] == 1)
            #expect(metrics["snapveil_budget_used_bytes{budget=\"bodies\"}"] == 0)
            #expect(metrics["snapveil_body_bytes_total{direction=\"in\"}"] == 0)
        }
    }

    @Test("stages, styles, pixels and bytes are those of the work that was done")
    func work() async throws {
        try await WatchedService.run { service in
            let png = try Snapshots.file(.png)
            let query = "style=fill&color=%23000&region=10,10,20,10"
            let reply = try await service.post(png, query)
            let preview = try await service.post(png, "style=pixelate&block=4&preview=true")
            var metrics = try await service.metrics()
            for stage in ["open", "plan"] {
                #expect(metrics["snapveil_stage_seconds_count{stage=\"\(stage)\"}"] == 2, "\(stage)")
            }
            for stage in ["paint", "encode"] {
                #expect(metrics["snapveil_stage_seconds_count{stage=\"\(stage)\"}"] >= 1, "\(stage)")
            }
            #expect(metrics["snapveil_style_seconds_count{style=\"fill\"}"] == 1)
            #expect(metrics["snapveil_style_seconds_count{style=\"blur\"}"] == 0)
            #expect(metrics.has("snapveil_style_seconds_count{style=\"blur\"}"))
            #expect(metrics["snapveil_pixels_total{direction=\"in\"}"] == 2 * 40 * 30)
            #expect(metrics["snapveil_pixels_total{direction=\"out\"}"] == 40 * 30)
            #expect(metrics["snapveil_snapshot_pixels_sum"] == 2 * 40 * 30)
            #expect(metrics["snapveil_body_bytes_total{direction=\"in\"}"] == Double(2 * png.count))
            let sent = Double(reply.body.count + preview.body.count)
            #expect(metrics["snapveil_body_bytes_total{direction=\"out\"}"] == sent)
            #expect(metrics["snapveil_work_seconds_count"] == 2)
            #expect(metrics["snapveil_queue_wait_seconds_count"] == 2)
            // Stages are parts of the work.
            let stages = WorkMeter.Stage.allCases.map { metrics["snapveil_stage_seconds_sum{stage=\"\($0)\"}"] }
            #expect((0...metrics["snapveil_work_seconds_sum"]).contains(stages.reduce(0, +)))

            let noise = try Snapshots.noise(.png)
            for _ in 0..<3 { #expect(try await service.post(noise, "style=fill&color=%23123").status == 200) }
            metrics = try await service.metrics()
            #expect(metrics["snapveil_cover_cache_lookups_total{outcome=\"made\"}"] == 1)
            #expect(metrics["snapveil_cover_cache_lookups_total{outcome=\"ready\"}"] == 2)
            #expect(metrics["snapveil_cover_cache_bytes"] > 0)
        }
    }

    @Test("a busy worker, the queue and what is turned away from it are seen while that lasts")
    func queue() async throws {
        try await WatchedService.run({ $0.queue = 1 }) { service in
            let (first, second) = (try service.connect(), try service.connect())
            await first.post(try Self.large(), RunningService.long)
            #expect(await service.shows("snapveil_workers{state=\"busy\"}", 1))
            await second.post(try Snapshots.file(.png), RunningService.quick)
            #expect(await service.shows("snapveil_queue_depth", 1))
            let metrics = try await service.metrics()
            #expect(metrics["snapveil_workers{state=\"idle\"}"] == 0)
            #expect(metrics["snapveil_queue_expected_wait_seconds"] >= 0)
            #expect(metrics["snapveil_budget_used_bytes{budget=\"work\"}"] == 4000 * 3000 * 2 * 4)
            #expect(metrics["snapveil_http_requests_in_flight"] == 2)
            #expect(try await service.post(Snapshots.file(.png), RunningService.quick).status == 503)
            #expect(try await service.metrics()["snapveil_rejections_total{reason=\"queue\"}"] == 1)
            withExtendedLifetime((first, second)) {}
        }
    }

    @Test("a client that leaves while its request waits, or is worked on, is counted")
    func abandoned() async throws {
        try await WatchedService.run({ $0.queue = 1 }) { service in
            do {
                let (first, second) = (try service.connect(), try service.connect())
                await first.post(try Self.large(), RunningService.long)
                #expect(await service.shows("snapveil_workers{state=\"busy\"}", 1))
                await second.post(try Snapshots.file(.png), RunningService.quick)
                #expect(await service.shows("snapveil_queue_depth", 1))
            }
            #expect(await service.shows("snapveil_http_abandoned_requests_total", 2))
            #expect(await service.shows("snapveil_rejections_total{reason=\"abandoned\"}", 1))
            #expect(await service.shows("snapveil_queue_depth", 0))
            // Nobody was answered.
            #expect(!(try await service.metrics().names.contains { $0.hasPrefix("snapveil_http_requests_total") }))
        }
    }

    @Test("callers without a key, and pages of other origins, are turned away by name")
    func access() async throws {
        let keys = try KeyRing(parsing: SecureBytes("ci:0123456789abcdef"))
        try await WatchedService.run({ $0.keys = keys }) { service in
            #expect(try await service.get("/v1/policies").status == 401)
            #expect(try await service.get("/v1/policies", "GET", "Origin: https://example.org").status == 403)
            let metrics = try await service.metrics()
            #expect(metrics["snapveil_rejections_total{reason=\"key\"}"] == 1)
            #expect(metrics["snapveil_rejections_total{reason=\"origin\"}"] == 1)
        }
    }

    @Test("a server that lacks connections, or time, says which")
    func shortages() async throws {
        try await WatchedService.run({
            $0.server.maximumConnections = 1
            $0.server.requestTimeout = .milliseconds(300)
        }) { service in
            do {
                let client = try service.connect()
                await client.post(try Self.large(), RunningService.long)
                #expect(try await client.response().status == 503)
                #expect(await service.shows("snapveil_rejections_total{reason=\"time\"}", 1))
                #expect(await service.shows("snapveil_http_abandoned_requests_total", 1))
                #expect(try await service.metrics()[Self.answered("/v1/sanitize", 503, "overloaded")] == 1)
            }
            #expect(await service.shows("snapveil_connections", 0))
            let first = try service.connect()
            #expect(await service.shows("snapveil_connections", 1))
            #expect(try await service.get("/v1/policies").status == 503)
            let metrics = try await service.metrics()
            #expect(metrics["snapveil_rejections_total{reason=\"connections\"}"] == 1)
            #expect(metrics["snapveil_connections_limit"] == 1)
            #expect(metrics[Self.answered("/v1/policies", 503, "overloaded")] == 1)
            withExtendedLifetime(first) {}
        }
    }
}
