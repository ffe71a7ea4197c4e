import PrometheusMetrics

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
