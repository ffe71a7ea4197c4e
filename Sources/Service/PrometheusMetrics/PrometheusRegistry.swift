public import CoreMetrics
import Synchronization

/// Keeps metrics in memory and writes them in the formats of Prometheus: a backend of swift-metrics.
///
/// ```swift
/// let registry = PrometheusRegistry([requests, duration])
/// Counter(label: "app_requests_total", dimensions: [("status", "200")], factory: registry).increment()
/// let page = registry.exposition(in: .text)
/// ```
/// It keeps declared metrics alone, and of each a bounded number of series. A refused series is counted,
/// and in nobody's way: recording it does nothing. All methods may be called on any thread.
public final class PrometheusRegistry: MetricsFactory {
    /// The number of series that were refused, a metric that is always there.
    public static let refusals = MetricDeclaration(
        "metrics_refused_series_total",
        .counter,
        "Series that were not kept: of an undeclared metric, with other labels, or beyond the limit of a metric."
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
        // A metric without labels is there from the beginning, with the value 0: a missing one is no 0 in a query.
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

// MARK: - The protocol of swift-metrics

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

    /// The histogram of a declared metric, or its gauge where values are not to be added up; one that does nothing for any
    /// other.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        guard aggregate else { return family(label, isGauge)?.series(dimensions) { GaugeSeries() } ?? refused() }
        return histogram(label, dimensions) ?? refused()
    }

    /// The histogram of a declared metric, in seconds; one that does nothing for any other.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(label, dimensions) ?? refused()
    }

    /// Forgets a series. A use of it from now on counts for nobody.
    public func destroyCounter(_ handler: any CounterHandler) { remove(handler) }

    /// Forgets a series. A use of it from now on counts for nobody.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { remove(handler) }

    /// Forgets a series. A use of it from now on counts for nobody.
    public func destroyMeter(_ handler: any MeterHandler) { remove(handler) }

    /// Forgets a series. A use of it from now on counts for nobody.
    public func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }

    /// Forgets a series. A use of it from now on counts for nobody.
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

final class Family: Sendable {
    let declaration: MetricDeclaration
    private let maximumCount: Int
    private let series: Mutex<[[String]: any Series]>

    init(_ declaration: MetricDeclaration, maximumCount: Int) {
        self.declaration = declaration
        self.maximumCount = maximumCount
        series = Mutex([:])
    }

    /// The series for some values of the labels, in any order, which `make` makes if there is none. Nil for other labels
    /// than the declared ones, if there are too many series, or if the one that there is is of another type.
    func series<Made: Series>(_ dimensions: [(String, String)], _ make: () -> Made) -> Made? {
        guard let values = values(dimensions) else { return nil }
        return series.withLock { series in
            if let found = series[values] { return found as? Made }
            guard series.count < maximumCount else { return nil }
            let made = make()
            series[values] = made
            return made
        }
    }

    func remove(_ handler: AnyObject) {
        series.withLock { series in
            for (values, candidate) in series where candidate === handler { series[values] = nil }
        }
    }

    /// The values in the order of the labels; nil if the labels are others.
    private func values(_ dimensions: [(String, String)]) -> [String]? {
        guard dimensions.count == declaration.labels.count else { return nil }
        var values: [String] = []
        for label in declaration.labels {
            guard let dimension = dimensions.first(where: { $0.0 == label.name }) else { return nil }
            values.append(dimension.1)
        }
        return values
    }

    /// Writes the family with all of its series, by the values of their labels.
    func write(to writer: inout ExpositionWriter) {
        let series = series.withLock(\.self).sorted { $0.key.lexicographicallyPrecedes($1.key) }
        writer.begin(declaration)
        for (values, series) in series {
            let labels = zip(declaration.labels, values).map { (name: $0.name, value: $1) }
            series.write(to: &writer, declaration.name, labels)
        }
    }
}
