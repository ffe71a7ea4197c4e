import Foundation
import HTTPServer
import ImageCore
import Logging
import PrometheusMetrics
import ServiceLifecycle
import Testing

@testable import RawHTTP
@testable import SnapveilService

@Suite("The port for metrics", .serialized)
struct MonitorTests {
    @Test("has metrics and probes, nothing of the API, and the API has no metrics")
    func paths() async throws {
        try await WatchedService.run { service in
            #expect(try await service.watch("/metrics?x=1").status == 200)
            #expect(try await service.watch("/healthz").status == 200)
            #expect(try await service.watch("/readyz").text == #"{"status":"ready"}"#)
            for path in ["/", "/v1/policies", "/openapi.json", "/metricsx"] {
                #expect(try await service.watch(path).status == 404, "\(path)")
            }
            let post = try await service.watch("/metrics", "POST", "Content-Length: 0")
            #expect(post.status == 405)
            #expect(post.field("allow") == "GET, HEAD")
            let head = try await service.watch("/metrics", "HEAD")
            #expect(head.status == 200 && Int(head.field("content-length") ?? "") ?? 0 > 10_000)
            #expect(try await service.get("/metrics").status == 404)
            // Nobody who watches is counted as a client.
            #expect(try await service.metrics()["snapveil_connections_accepted_total"] == 1)
        }
    }

    @Test("speaks Prometheus's text to those who take anything, and OpenMetrics to those who prefer it")
    func formats() async throws {
        try await WatchedService.run { service in
            let prometheus =
                "Accept: application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.4,*/*;q=0.1"
            for (field, format) in [
                ("Accept: */*", ExpositionFormat.text), ("Accept: text/plain", .text), (prometheus, .openMetrics),
                ("Accept: application/openmetrics-text; version=1.0.0", .openMetrics), ("X-Nothing: 1", .text),
            ] {
                let reply = try await service.watch("/metrics", "GET", field)
                #expect(reply.field("content-type") == format.contentType, "\(field)")
                #expect(reply.text.hasSuffix("# EOF\n") == (format == .openMetrics))
            }
        }
    }

    @Test("OpenMetrics names a request for the time that it took")
    func exemplars() async throws {
        try await WatchedService.run { service in
            let snapshot = try Snapshots.file(.png)
            #expect(try await service.post(snapshot, RunningService.quick, "X-Request-Id: run-7.case_3").status == 200)
            let reply = try await service.watch("/metrics", "GET", "Accept: application/openmetrics-text")
            let named = reply.text.split(separator: "\n").filter { $0.contains(##" # {request_id="run-7.case_3"} "##) }
            for metric in ["http_request_duration", "work", "queue_wait", "stage", "style"] {
                #expect(named.contains { $0.hasPrefix("snapveil_\(metric)_seconds_bucket{") }, "\(metric)")
            }
            #expect(!(try await service.metrics().text.contains("run-7")))
        }
    }

    @Test("shows every metric that is declared")
    func completeness() async throws {
        try await WatchedService.run { service in
            _ = try await service.get("/healthz")
            let metrics = try await service.metrics()
            for declaration in ServiceMetric.all {
                let suffixes = if case .histogram = declaration.kind { ["_bucket", "_sum", "_count"] } else { [""] }
                for suffix in suffixes {
                    let name = declaration.name + suffix
                    #expect(metrics.names.contains { $0 == name || $0.hasPrefix(name + "{") }, "\(name)")
                }
                #expect(metrics.text.contains("# HELP \(declaration.name) \(declaration.help)\n"))
            }
            #expect(metrics["snapveil_build_info{version=\"\(APIDescription.version)\",work=\"here\"}"] == 1)
            #expect(metrics["snapveil_workers_alive"] == 1)
            #expect(metrics["process_resident_memory_bytes"] > 1_000_000)
            #expect(metrics["snapveil_resident_memory_bytes{process=\"front\",kind=\"private\"}"] > 1_000_000)
            #expect((3..<metrics["process_max_fds"]).contains(metrics["process_open_fds"]))
            #expect(metrics["process_cpu_seconds_total"] > 0)
            #expect(abs(metrics["process_start_time_seconds"] - Date.now.timeIntervalSince1970) < 120)
            #expect(metrics["snapveil_budget_bytes{budget=\"work\"}"] == Double(1 << 30))
        }
    }

    @Test("stays open while a shutdown waits for what runs, and says that the server is not ready")
    func shutdown() async throws {
        try await WatchedService.run { service in
            let client = try service.connect()
            await client.send("POST /v1/sanitize?style=veil HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n")
            #expect(await service.shows("snapveil_http_requests_in_flight", 1))
            await service.shutDown()
            #expect(await eventually { (try? await service.watch("/readyz").status) == 503 })
            #expect(try await service.watch("/healthz").status == 200)
            #expect(try await service.metrics()["snapveil_http_requests_in_flight"] == 1)
            #expect(throws: RawClient.Failure.self) { try service.connect() }
        }
    }

    @Test("ends the start if it is in use, and nothing listens then")
    func taken() async throws {
        try await WatchedService.run { other in
            var configuration = SnapveilService.Configuration(workers: 1)
            configuration.server.port = 0
            configuration.metricsAddress = SocketAddress(host: "127.0.0.1", port: other.metricsPort)
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let service = SnapveilService(configuration: configuration, logger: logger)
            await #expect(throws: HTTPServerError.self) { try await service.run() }
        }
    }

    @Test("is not there unless it is asked for")
    func off() async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let service = SnapveilService(configuration: .init(workers: 1), logger: logger)
        #expect(try await service.metricsListeningAddress() == nil)
    }
}
