import Synchronization

/// All series of a metric.
final class Family: Sendable {
    /// What the metric is.
    let declaration: MetricDeclaration
    private let maximumCount: Int
    private let series: Mutex<[[String]: any Series]>

    /// A family without series.
    ///
    /// - Parameter maximumCount: Series that there may be.
    init(_ declaration: MetricDeclaration, maximumCount: Int) {
        self.declaration = declaration
        self.maximumCount = maximumCount
        series = Mutex([:])
    }

    /// The series for some values of the labels, which `make` makes if there is none.
    ///
    /// - Parameter dimensions: Names and values, in any order.
    /// - Returns: Nil for other labels than those that were declared, if there are too many series, or if the one that there is
    ///   is of another type.
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

    /// Removes a series.
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
