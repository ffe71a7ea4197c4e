import PrometheusMetrics

/// The metrics in Markdown, made of what declares them.
enum MetricsReference {
    /// A section for each group, with a table.
    static let text = ServiceMetric.groups.map { group in
        let table = MarkdownTable.text(["metric", "type", "labels", "what it says"], group.metrics.map(row))
        return "\n## \(group.heading)\n\n\(table)"
    }
    .joined()

    private static func row(_ metric: MetricDeclaration) -> [String] {
        let labels = metric.labels.map { "`\($0.name)`: \($0.meaning)" }.joined(separator: "; ")
        return ["`\(metric.name)`", type(metric.kind), labels, metric.help]
    }

    private static func type(_ kind: MetricDeclaration.Kind) -> String {
        switch kind {
        case .counter: "counter"
        case .gauge: "gauge"
        case .info: "info"
        case .histogram: "histogram"
        }
    }
}
