import CoreMetrics
import Testing

@testable import PrometheusMetrics

@Suite("A registry of metrics")
struct RegistryTests {
    private func lines(_ registry: PrometheusRegistry) -> Set<Substring> {
        Set(registry.exposition(in: .text).split(separator: "\n"))
    }

    @Test("what many threads count at a time is all there, in one series")
    func concurrency() async {
        let registry = PrometheusRegistry(Declarations.all)
        let (tasks, rounds) = (8, 5_000)
        await withTaskGroup { group in
            for task in 0..<tasks {
                group.addTask {
                    let label = [("status", "200"), ("route", "/")]
                    let counter = Counter(label: "test_requests_total", dimensions: label, factory: registry)
                    let timer = CoreMetrics.Timer(label: "test_work_seconds", factory: registry)
                    let depth = Meter(label: "test_depth", factory: registry)
                    for round in 0..<rounds {
                        counter.increment()
                        timer.recordMilliseconds(task.isMultiple(of: 2) ? 250 : 2_000)
                        depth.increment()
                        if round.isMultiple(of: 100) { _ = registry.exposition(in: .openMetrics) }
                    }
                }
            }
        }
        let lines = lines(registry)
        let total = tasks * rounds
        #expect(lines.contains(#"test_requests_total{route="/",status="200"} \#(total)"#[...]))
        #expect(lines.contains(#"test_work_seconds_bucket{le="0.5"} \#(total / 2)"#[...]))
        #expect(lines.contains("test_work_seconds_count \(total)"[...]))
        #expect(lines.contains("test_work_seconds_sum \(Double(total) * 1.125)"[...]))
        #expect(lines.contains("test_depth \(total)"[...]))
    }

    @Test("what was not declared is not kept, nor with other labels, nor as another type; and that is counted")
    func undeclared() {
        let registry = PrometheusRegistry(Declarations.all)
        Counter(label: "test_other_total", factory: registry).increment()
        Counter(label: "test_requests_total", factory: registry).increment()
        Counter(label: "test_requests_total", dimensions: [("route", "/"), ("x", "1")], factory: registry).increment()
        Counter(label: "test_depth", factory: registry).increment()
        Meter(label: "test_work_seconds", factory: registry).set(1)
        Recorder(label: "test_depth", aggregate: true, factory: registry).record(1)
        CoreMetrics.Timer(label: "test_sent_bytes_total", factory: registry).recordSeconds(1)
        let lines = lines(registry)
        #expect(lines.contains("metrics_refused_series_total 7"))
        #expect(!lines.contains { $0.hasPrefix("test_other") || $0.hasPrefix("test_requests_total") })
        #expect(lines.isSuperset(of: ["test_depth 0", "test_sent_bytes_total 0", "test_work_seconds_count 0"]))
    }

    @Test("a metric has no more series than it may, and goes on counting those that it has")
    func bound() {
        let registry = PrometheusRegistry(Declarations.all, maximumSeries: 10)
        for round in 0..<2 {
            for path in 0..<100 {
                let label = [("route", "/\(path)"), ("status", "200")]
                Counter(label: "test_requests_total", dimensions: label, factory: registry).increment(by: round + 1)
            }
        }
        let series = lines(registry).filter { $0.hasPrefix("test_requests_total{") }
        #expect(series.count == 10)
        #expect(series.allSatisfy { $0.hasSuffix(" 3") })
        #expect(lines(registry).contains("metrics_refused_series_total 180"))
    }

    @Test("what cannot be added up leaves a counter and a histogram as they are")
    func nonsense() {
        let registry = PrometheusRegistry(Declarations.all)
        let counter = FloatingPointCounter(label: "test_sent_bytes_total", factory: registry)
        for amount in [0.25, -1, .nan, .infinity, 0.5] { counter.increment(by: amount) }
        let recorder = Recorder(label: "test_work_seconds", aggregate: true, factory: registry)
        for value in [Double.nan, .infinity, -3, 0.75] { recorder.record(value) }
        let lines = lines(registry)
        #expect(lines.contains("test_sent_bytes_total 0.75"))
        #expect(lines.isSuperset(of: ["test_work_seconds_count 2", "test_work_seconds_sum 0.75"]))
    }

    @Test("a series that is destroyed is gone")
    func destruction() {
        let registry = PrometheusRegistry(Declarations.all)
        let labels = ["/a", "/b"].map { [("route", $0), ("status", "200")] }
        let counters = labels.map { Counter(label: "test_requests_total", dimensions: $0, factory: registry) }
        for counter in counters { counter.increment() }
        counters[0].destroy()
        let series = lines(registry).filter { $0.hasPrefix("test_requests_total{") }
        #expect(series == [#"test_requests_total{route="/b",status="200"} 1"#])
    }

    @Test("a name that no query would find is refused at once")
    func names() async {
        await #expect(processExitsWith: .failure) { _ = MetricDeclaration("Test-total", .gauge, "") }
        await #expect(processExitsWith: .failure) { _ = MetricDeclaration("test_requests", .counter, "") }
        await #expect(processExitsWith: .failure) { _ = MetricDeclaration("a", .histogram(bounds: [2, 1]), "") }
        await #expect(processExitsWith: .failure) { _ = MetricDeclaration("a", .gauge, "", labels: ["le": ""]) }
    }
}

/// A metric of each kind.
enum Declarations {
    static let requests = MetricDeclaration(
        "test_requests_total",
        .counter,
        "Requests.",
        labels: ["route": "the path", "status": "the status"]
    )
    static let seconds = MetricDeclaration("test_work_seconds", .histogram(bounds: [0.5, 1, 2.5]), "Time.")
    static let bytes = MetricDeclaration("test_sent_bytes_total", .counter, "Bytes.")
    static let depth = MetricDeclaration("test_depth", .gauge, "Depth.")
    static let build = MetricDeclaration("test_build_info", .info, "Build.", labels: ["version": "the version"])

    static let all = [requests, seconds, bytes, depth, build]
}
