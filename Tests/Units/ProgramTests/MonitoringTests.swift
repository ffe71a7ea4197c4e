import FakeCollector
import Foundation
import ImageCore
import ProcessFiles
import Testing

@Suite("Metrics of the program")
struct MetricsTests {
    /// The port for metrics that a server has logged.
    private static func port(_ server: ServerProcess) throws -> Int {
        let lines = server.logText.split(separator: "\n").filter { $0.contains("server=metrics") }
        let address = lines.compactMap { $0.firstMatch(of: /address=127\.0\.0\.1:([0-9]+)/) }.first
        return try #require(address.flatMap { Int($0.output.1) })
    }

    private static func page(_ port: Int) throws -> String {
        let reply = try Client(port: port).exchange(Request(path: "/metrics"))
        #expect(reply.status == 200)
        return String(decoding: reply.body, as: UTF8.self)
    }

    @Test(
        "are served by a locked server, wherever their port is set",
        arguments: [(["--metrics-port", "0"], []), ([], ["env", "SNAPVEIL_METRICS_PORT=0"])]
    )
    func served(_ options: [String], _ launcher: [String]) throws {
        let server = try ServerProcess(["--workers", "2", "--metrics-host", "127.0.0.1"] + options, launcher: launcher)
        let port = try Self.port(server)
        let file = try NoisySnapshot.png(.fast, seed: 1).file
        let query = "style=blur&radius=3&region=0,0,8,8"
        let reply = try Client(port: server.port)
            .exchange(Request(method: "POST", path: "/v1/sanitize?\(query)", body: file))
        #expect(reply.status == 200)
        let page = try Self.page(port)
        let answered = #"snapveil_http_requests_total{route="/v1/sanitize",status="200",problem="none"} 1"#
        #expect(page.contains(answered + "\n"))
        #expect(page.contains("snapveil_style_seconds_count{style=\"blur\"} 1\n"))
        #expect(page.contains("snapveil_workers{state=\"idle\"} 2\n"))
        #expect(try Client(port: server.port).exchange(Request(path: "/metrics")).status == 404)
    }

    @Test("tell what memory each process has, as the kernel says")
    func memory() throws {
        let server = try ServerProcess(["--workers", "2", "--metrics-port", "0"])
        #expect(eventually { server.workers.count == 3 })
        let page = try Self.page(Self.port(server))
        func sample(_ name: String) -> Int? {
            page.split(separator: "\n").first { $0.hasPrefix(name + " ") }
                .flatMap { Int($0.split(separator: " ")[1]) }
        }
        let kinds = ["private", "shared"].map { "snapveil_resident_memory_bytes{process=\"front\",kind=\"\($0)\"}" }
        let front = try #require(sample("process_resident_memory_bytes"))
        #expect(kinds.compactMap(sample).reduce(0, +) == front)
        let status = try ProcessFile.text("status", of: server.processID)
        let match = try #require(status.firstMatch(of: /VmRSS:\s+([0-9]+) kB/))
        let known = try #require(Int(match.output.1)) << 10
        #expect(abs(front - known) < 16 << 20, "\(front) \(known)")
    }

    @Test("are nowhere unless a port is set")
    func off() throws {
        let server = try ServerProcess([])
        #expect(!server.logText.contains("server=metrics"))
        #expect(try Client(port: server.port).exchange(Request(path: "/metrics")).status == 404)
    }

    @Test("need a port of their own, that nobody else has")
    func refused() throws {
        let server = try ServerProcess([])
        let taken = "\(server.port)"
        for (options, reason) in [
            (["--port", "8080", "--metrics-port", "8080"], "metrics have a port of their own"),
            (["--port", "0", "--metrics-port", "70000"], "metrics-port is 70000, and has to be from 0 to 65535"),
            (["--port", "0", "--metrics-host", "127.0.0.1"], "metrics-port does not"),
            (["--port", "0", "--metrics-port", taken], "Address already in use"),
        ] {
            let command = try Command(["serve"] + options)
            #expect(command.status == 78)
            #expect(command.errors.contains(reason), "\(command.errors)")
        }
    }
}

@Suite("Traces of the program")
struct TraceTests {
    @Test("go from a locked server to the collector that it is told of, and their names into the log")
    func exported() throws {
        let collector = try FakeCollector()
        let server = try ServerProcess(["--otlp-endpoint", "http://127.0.0.1:\(collector.port)"])
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        let field = "traceparent: 00-\(trace)-00f067aa0ba902b7-01"
        let file = try NoisySnapshot.png(.fast, seed: 1).file
        let request = Request(method: "POST", path: "/v1/sanitize?style=veil", fields: [field], body: file)
        #expect(try Client(port: server.port).exchange(request).status == 200)
        #expect(eventually { server.logText.contains("trace=\(trace)") })
        #expect(eventually { collector.spans.count == 3 })
        #expect(collector.spans.allSatisfy { $0["traceId"] as? String == trace })
    }

    @Test("are refused where they could not be sent")
    func refused() throws {
        let command = try Command(["serve", "--port", "0", "--otlp-endpoint", "https://collector"])
        #expect(command.status == 78)
        #expect(command.errors.contains("otlp-endpoint is \"https://collector\": spans are sent without TLS"))
    }
}
