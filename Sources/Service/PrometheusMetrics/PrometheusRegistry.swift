public import CoreMetrics

/// Keeps metrics in memory and writes them in the formats of Prometheus: a backend of swift-metrics.
///
/// ```swift
/// let registry = PrometheusRegistry([requests, duration])
/// Counter(label: "app_requests_total", dimensions: [("status", "200")], factory: registry).increment()
/// let page = registry.exposition(in: .text)
/// ```
/// It keeps what was declared and nothing else, and of each metric no more series than it may have. What is refused is counted,
/// and nowhere in the way: recording it does nothing. All methods may be called on any thread.
public final class PrometheusRegistry: MetricsFactory {
    /// The metric that tells how many series were refused, which is always there.
    public static let refusals = MetricDeclaration(
        "metrics_refused_series_total",
        .counter,
        "Series that were not kept: of a metric that is not declared, with other labels, or beyond what a metric may have."
    )

    private let families: [Family]
    private let familiesByName: [String: Family]
    private let refusals = CounterSeries()

    /// A registry of some metrics, without values. Traps if two have the same name.
    ///
    /// - Parameters:
    ///   - declarations: The metrics, in the order in which they are written.
    ///   - maximumSeries: Series that one metric may have.
    public init(_ declarations: [MetricDeclaration], maximumSeries: Int = 1024) {
        families = (declarations + [Self.refusals]).map { Family($0, maximumCount: maximumSeries) }
        familiesByName = Dictionary(uniqueKeysWithValues: families.map { ($0.declaration.name, $0) })
        let refusals = refusals
        _ = familiesByName[Self.refusals.name]?.series([]) { refusals }
        // What has no labels is there from the beginning, with the value 0: what never was is no 0 in a query.
        for family in families where family.declaration.labels.isEmpty { makeFirstSeries(of: family) }
    }

    private func makeFirstSeries(of family: Family) {
        switch family.declaration.kind {
        case .counter: _ = family.series([]) { CounterSeries() }
        case .gauge, .info: _ = family.series([]) { GaugeSeries() }
        case .histogram(let bounds): _ = family.series([]) { HistogramSeries(bounds: bounds) }
        }
    }

    /// All metrics, as they are now.
    public func exposition(in format: ExpositionFormat) -> String {
        var writer = ExpositionWriter(format)
        for family in families { family.write(to: &writer) }
        writer.end()
        return writer.text
    }
}

// MARK: - What swift-metrics asks for

extension PrometheusRegistry {
    /// The counter of a declared metric; one that does nothing for any other.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        family(label) { $0 == .counter }?.series(dimensions) { CounterSeries() } ?? refused()
    }

    /// The counter of a declared metric, of numbers that need not be whole; one that does nothing for any other.
    public func makeFloatingPointCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        family(label) { $0 == .counter }?.series(dimensions) { CounterSeries() } ?? refused()
    }

    /// The gauge of a declared metric, or its info; one that does nothing for any other.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        family(label, isGauge)?.series(dimensions) { GaugeSeries() } ?? refused()
    }

    /// The histogram of a declared metric, or its gauge where values are not to be added up; one that does nothing for any other.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        guard aggregate else { return family(label, isGauge)?.series(dimensions) { GaugeSeries() } ?? refused() }
        return histogram(label, dimensions) ?? refused()
    }

    /// The histogram of a declared metric, in seconds; one that does nothing for any other.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(label, dimensions) ?? refused()
    }

    /// Forgets a series. What still counts with it counts for nobody.
    public func destroyCounter(_ handler: any CounterHandler) { remove(handler) }

    /// Forgets a series. What still counts with it counts for nobody.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { remove(handler) }

    /// Forgets a series. What still sets it sets it for nobody.
    public func destroyMeter(_ handler: any MeterHandler) { remove(handler) }

    /// Forgets a series. What still records with it records for nobody.
    public func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }

    /// Forgets a series. What still records with it records for nobody.
    public func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

    private func isGauge(_ kind: MetricDeclaration.Kind) -> Bool { kind == .gauge || kind == .info }

    private func histogram(_ label: String, _ dimensions: [(String, String)]) -> HistogramSeries? {
        guard let family = familiesByName[label], case .histogram(let bounds) = family.declaration.kind else {
            return nil
        }
        return family.series(dimensions) { HistogramSeries(bounds: bounds) }
    }

    private func family(_ label: String, _ isRight: (MetricDeclaration.Kind) -> Bool) -> Family? {
        familiesByName[label].flatMap { isRight($0.declaration.kind) ? $0 : nil }
    }

    private func refused() -> NOOPMetricsHandler {
        refusals.increment(by: 1 as Int64)
        return NOOPMetricsHandler.instance
    }

    private func remove(_ handler: AnyObject) {
        for family in families { family.remove(handler) }
    }
}
