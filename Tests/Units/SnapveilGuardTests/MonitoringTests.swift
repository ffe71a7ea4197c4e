import Foundation
import HTTPServer
import HTTPTypes
import OTLPTracing
import PrometheusMetrics
import RedactionJobs
import SecureMemory
import SnapveilService
import Testing

@testable import SnapveilGuard

@Suite("What is counted and traced of requests to a guard")
struct MonitoringTests {
    private static func monitoring() -> (GuardMonitoring, PrometheusRegistry) {
        let registry = PrometheusRegistry(GuardMetric.all)
        return (GuardMonitoring(counting: registry, tracer: RequestTracer(to: nil, of: "")), registry)
    }

    private static func lines(_ registry: PrometheusRegistry) -> Set<Substring> {
        Set(registry.exposition(in: .text).split(separator: "\n"))
    }

    private static let head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/session/x/screenshot")

    private static func answer(_ status: HTTPResponse.Status = .ok) -> HTTPServerResponse {
        HTTPServerResponse(head: HTTPResponse(status: status), body: SecureBytes())
    }

    @Test("every metric has a name of its own, and all series are there from the beginning")
    func declarations() {
        let names = GuardMetric.all.map(\.name)
        #expect(Set(names).count == names.count)
        let (_, registry) = Self.monitoring()
        let lines = Self.lines(registry)
        for command in GuardedCommand.allCases {
            for outcome in GuardOutcome.allCases {
                let labels = "command=\"\(command.rawValue)\",outcome=\"\(outcome.rawValue)\""
                #expect(lines.contains("snapveil_guard_requests_total{\(labels)} 0"))
            }
        }
        for reason in UpstreamFailure.Reason.allCases {
            #expect(lines.contains("snapveil_guard_upstream_failures_total{reason=\"\(reason.rawValue)\"} 0"))
        }
        #expect(lines.contains("metrics_refused_series_total 0"))
    }

    @Test("a request counts once it has ended, with its parts, and is in flight before")
    func request() {
        let (monitoring, registry) = Self.monitoring()
        do {
            let observation = Observation(.screenshot, Self.head, id: "a", since: .now, monitoring)
            #expect(Self.lines(registry).contains("snapveil_guard_requests_in_flight 1"))
            observation.end(
                GuardAnswer(
                    response: Self.answer(),
                    summary: ReplySummary(pictures: 3, dropped: 2),
                    recordings: 1,
                    outcome: .redacted
                )
            )
        }
        let lines = Self.lines(registry)
        for line in [
            "snapveil_guard_requests_in_flight 0", "snapveil_guard_pictures_total 3", "snapveil_guard_left_out_total 2",
            "snapveil_guard_recordings_total 1",
            "snapveil_guard_requests_total{command=\"screenshot\",outcome=\"redacted\"} 1",
            "snapveil_guard_own_seconds_count{command=\"screenshot\"} 1",
        ] { #expect(lines.contains(line[...]), "\(line)") }
    }

    @Test("the time of calls is no time of the guard, and a call that fails counts by its reason")
    func calls() async throws {
        let (monitoring, registry) = Self.monitoring()
        let start = ContinuousClock.now - .seconds(3)
        let observation = Observation(.other, Self.head, id: "a", since: start, monitoring)
        var fields = HTTPFields()
        let call = observation.beginCall(.get, &fields)
        try await Task.sleep(for: .milliseconds(60))
        call.end(.tooLarge(limit: 1))
        observation.end(GuardAnswer(response: Self.answer(), outcome: .upstream))
        let lines = Self.lines(registry)
        #expect(lines.contains("snapveil_guard_upstream_failures_total{reason=\"too-large\"} 1"))
        let sums = ["own", "upstream"].map { name in
            lines.first { $0.hasPrefix("snapveil_guard_\(name)_seconds_sum{command=\"other\"}") }
                .flatMap { Double($0.split(separator: " ")[1]) } ?? 0
        }
        #expect((2.9..<4).contains(sums[0]) && (0.06..<1).contains(sums[1]), "\(sums)")
        #expect(fields.isEmpty)
    }

    @Test("a call gets its place in the trace in place of the harness's, with the data of vendors")
    func places() throws {
        let collector = try CollectorEndpoint("http://127.0.0.1:1")
        let monitoring = GuardMonitoring(counting: nil, tracer: RequestTracer(to: collector, of: "guard"))
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        let names = try ["traceparent", "tracestate"].map { try #require(HTTPField.Name($0)) }
        var head = Self.head
        head.headerFields[names[0]] = "00-\(trace)-00f067aa0ba902b7-00"
        head.headerFields[names[1]] = "vendor=1"
        let observation = Observation(.other, head, id: "a", since: .now, monitoring)
        #expect(observation.traceID == trace)
        var fields = head.headerFields
        _ = observation.beginCall(.get, &fields)
        let passed = try #require(fields[names[0]])
        #expect(passed.hasPrefix("00-\(trace)-") && passed.hasSuffix("-00") && passed != head.headerFields[names[0]])
        #expect(fields[names[1]] == "vendor=1")
        // A place that is malformed is none, and its data of vendors belongs to it.
        head.headerFields[names[0]] = "00-\(trace)-0000000000000000-01"
        fields = head.headerFields
        _ = Observation(.other, head, id: "a", since: .now, monitoring).beginCall(.get, &fields)
        #expect(fields[names[0]].map { !$0.contains(trace) } == true && fields[names[1]] == nil)
    }

    @Test("commands are counted by kinds that no client can make up")
    func kinds() {
        for (target, kind) in [
            ("/session/a/screenshot", GuardedCommand.screenshot), ("/session/a/element/b/screenshot", .screenshot),
            ("/session/a/source", .source), ("/session/a/made-up", .other), ("/made-up", .other),
        ] {
            #expect(WebDriverCommand.read(.get, target).command.kind == kind, "\(target)")
        }
    }

    @Test("the page about metrics holds what is declared, and what a guard has is among it")
    func page() throws {
        let page = APIReference.metricsPage(besides: GuardMetric.groups)
        let catalogue = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/Program/snapveil/Snapveil.docc")
        let committed = try String(contentsOf: catalogue.appending(path: page.file), encoding: .utf8)
        #expect(
            committed == page.completed(committed),
            "run: swift run snapveil reference Sources/Program/snapveil/Snapveil.docc"
        )
        #expect(committed.contains("`snapveil_guard_requests_total`"))
    }
}
