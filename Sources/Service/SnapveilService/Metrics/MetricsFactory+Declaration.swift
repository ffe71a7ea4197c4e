package import CoreMetrics
package import PrometheusMetrics

extension MetricsFactory {
    /// The counter of a metric without labels.
    package func counter(_ declaration: MetricDeclaration) -> Counter {
        Counter(label: declaration.name, factory: self)
    }

    /// The gauge of a metric without labels.
    package func meter(_ declaration: MetricDeclaration) -> Meter { Meter(label: declaration.name, factory: self) }

    /// The histogram of a metric without labels.
    package func timer(_ declaration: MetricDeclaration) -> CoreMetrics.Timer {
        CoreMetrics.Timer(label: declaration.name, factory: self)
    }

    /// A counter for each value of the sole label of a metric.
    package func counters<Value: Hashable>(
        _ declaration: MetricDeclaration,
        _ label: String,
        of values: some Sequence<Value>,
        _ text: (Value) -> String
    ) -> [Value: Counter] {
        map(values) { Counter(label: declaration.name, dimensions: [(label, text($0))], factory: self) }
    }

    /// A timer for each value of the sole label of a metric.
    package func timers<Value: Hashable>(
        _ declaration: MetricDeclaration,
        _ label: String,
        of values: some Sequence<Value>,
        _ text: (Value) -> String
    ) -> [Value: CoreMetrics.Timer] {
        map(values) { CoreMetrics.Timer(label: declaration.name, dimensions: [(label, text($0))], factory: self) }
    }

    private func map<Value: Hashable, Metric>(
        _ values: some Sequence<Value>,
        _ metric: (Value) -> Metric
    ) -> [Value: Metric] {
        Dictionary(uniqueKeysWithValues: values.map { ($0, metric($0)) })
    }
}

extension CoreMetrics.Timer {
    /// Records a duration.
    package func record(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
