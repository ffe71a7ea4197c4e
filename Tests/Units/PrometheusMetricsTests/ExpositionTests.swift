import CoreMetrics
import Testing

@testable import PrometheusMetrics

@Suite("Metrics as text")
struct ExpositionTests {
    private let registry = PrometheusRegistry(Declarations.all)

    private func count(_ route: String, _ status: String, _ amount: Int = 1) {
        Counter(label: "test_requests_total", dimensions: [("route", route), ("status", status)], factory: registry)
            .increment(by: amount)
    }

    @Test("Prometheus's format 0.0.4 has every metric with its help, its type and its series in order")
    func text() {
        count("/b", "200", 2)
        count("/a", "404")
        let timer = CoreMetrics.Timer(label: "test_work_seconds", factory: registry)
        for milliseconds in [400, 500, 1_000, 9_000] { timer.recordMilliseconds(milliseconds) }
        Counter(label: "test_sent_bytes_total", factory: registry).increment(by: 1 << 40)
        Meter(label: "test_depth", factory: registry).set(2.5)
        Meter(label: "test_build_info", dimensions: [("version", "1.2")], factory: registry).set(1)
        #expect(
            registry.exposition(in: .text) == """
                # HELP test_requests_total Requests.
                # TYPE test_requests_total counter
                test_requests_total{route="/a",status="404"} 1
                test_requests_total{route="/b",status="200"} 2
                # HELP test_work_seconds Time.
                # TYPE test_work_seconds histogram
                test_work_seconds_bucket{le="0.5"} 2
                test_work_seconds_bucket{le="1"} 3
                test_work_seconds_bucket{le="2.5"} 3
                test_work_seconds_bucket{le="+Inf"} 4
                test_work_seconds_sum 10.9
                test_work_seconds_count 4
                # HELP test_sent_bytes_total Bytes.
                # TYPE test_sent_bytes_total counter
                test_sent_bytes_total 1099511627776
                # HELP test_depth Depth.
                # TYPE test_depth gauge
                test_depth 2.5
                # HELP test_build_info Build.
                # TYPE test_build_info gauge
                test_build_info{version="1.2"} 1
                # HELP metrics_refused_series_total \(PrometheusRegistry.refusals.help)
                # TYPE metrics_refused_series_total counter
                metrics_refused_series_total 0

                """
        )
    }

    @Test("OpenMetrics 1.0 names families without their suffixes, has units, and ends with # EOF")
    func openMetrics() {
        count("/a", "200")
        CoreMetrics.Timer(label: "test_work_seconds", factory: registry).recordSeconds(1)
        Meter(label: "test_build_info", dimensions: [("version", "1.2")], factory: registry).set(1)
        #expect(
            registry.exposition(in: .openMetrics) == """
                # HELP test_requests Requests.
                # TYPE test_requests counter
                test_requests_total{route="/a",status="200"} 1
                # HELP test_work_seconds Time.
                # TYPE test_work_seconds histogram
                # UNIT test_work_seconds seconds
                test_work_seconds_bucket{le="0.5"} 0
                test_work_seconds_bucket{le="1.0"} 1
                test_work_seconds_bucket{le="2.5"} 1
                test_work_seconds_bucket{le="+Inf"} 1
                test_work_seconds_sum 1.0
                test_work_seconds_count 1
                # HELP test_sent_bytes Bytes.
                # TYPE test_sent_bytes counter
                # UNIT test_sent_bytes bytes
                test_sent_bytes_total 0
                # HELP test_depth Depth.
                # TYPE test_depth gauge
                test_depth 0
                # HELP test_build Build.
                # TYPE test_build info
                test_build_info{version="1.2"} 1
                # HELP metrics_refused_series \(PrometheusRegistry.refusals.help)
                # TYPE metrics_refused_series counter
                metrics_refused_series_total 0
                # EOF

                """
        )
    }

    @Test("a value of a label cannot end it, whatever it is", arguments: ExpositionFormat.allCases)
    func escapes(_ format: ExpositionFormat) {
        count("a\"b\\c\nd}\u{1F600}", "200")
        let page = registry.exposition(in: format)
        #expect(page.contains(#"test_requests_total{route="a\"b\\c\nd}"# + "\u{1F600}" + #"",status="200"} 1"# + "\n"))
    }

    @Test("a help text has no line of its own, and quotes as each format has them")
    func help() {
        let declaration = MetricDeclaration("test_total", .counter, "A \"b\"\nc\\d.")
        let registry = PrometheusRegistry([declaration])
        #expect(registry.exposition(in: .text).hasPrefix("# HELP test_total A \"b\"\\nc\\\\d.\n"))
        #expect(registry.exposition(in: .openMetrics).hasPrefix("# HELP test A \\\"b\\\"\\nc\\\\d.\n"))
    }

    @Test("a number is written as both formats read it")
    func numbers() {
        #expect(ExpositionWriter.number(.infinity) == "+Inf")
        #expect(ExpositionWriter.number(-.infinity) == "-Inf")
        #expect(ExpositionWriter.number(.nan) == "NaN")
        #expect(ExpositionWriter.number(1e-5) == "1e-05")
        #expect(ExpositionWriter.number(1e22) == "1e+22")
    }
}
