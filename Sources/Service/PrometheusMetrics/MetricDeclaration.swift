/// A metric as it is declared, once, before anything is counted: its name, its kind and its labels.
///
/// ```swift
/// let requests = MetricDeclaration(
///     "app_requests_total",
///     .counter,
///     "Answered requests.",
///     labels: ["status": "The status of the reply."]
/// )
/// ```
public struct MetricDeclaration: Sendable {
    /// The kind of a metric.
    public enum Kind: Sendable, Hashable {
        /// A number that only rises.
        case counter
        /// A number that rises and falls.
        case gauge
        /// Labels that say something about the program, with the value 1.
        case info
        /// The number of values up to each of these bounds, which rise; in seconds, bytes or the unit of the name.
        case histogram(bounds: [Double])
    }

    /// A label, each of whose values makes a series of its own.
    public struct Label: Sendable, Hashable {
        /// The name of the label.
        public let name: String
        /// The meaning of its values.
        public let meaning: String
    }

    /// The name in queries: in `snake_case`, with the base unit at its end, and `_total` after that for a counter.
    public let name: String
    /// The kind of the metric.
    public let kind: Kind
    /// The meaning of the values, as a sentence.
    public let help: String
    /// The labels, in the order in which they are written.
    public let labels: [Label]

    /// Declares a metric. Traps if the name, or that of a label, breaks the rules of the exposition formats: no query would
    /// find it.
    ///
    /// - Parameters:
    ///   - name: Letters, digits and underscores; it ends with `_total` for a counter, and with `_info` for an info.
    ///   - kind: The kind of the metric. The bounds of a histogram rise, and are finite.
    ///   - help: The meaning of the values, as a sentence.
    ///   - labels: The meaning of each label's values, by the names of the labels.
    public init(_ name: String, _ kind: Kind, _ help: String, labels: KeyValuePairs<String, String> = [:]) {
        precondition(name.isMetricName, "\(name) is not the name of a metric")
        precondition(
            name.hasSuffix("_total") == (kind == .counter),
            "\(name): a counter is a total, and nothing else is"
        )
        precondition(name.hasSuffix("_info") == (kind == .info), "\(name): an info says so, and nothing else does")
        if case .histogram(let bounds) = kind {
            let rises = zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 } && bounds.allSatisfy(\.isFinite)
            precondition(rises, "\(name): the bounds of a histogram rise")
        }
        for label in labels {
            precondition(
                label.key.isMetricName && label.key != "le",
                "\(name): \(label.key) is not the name of a label"
            )
        }
        self.name = name
        self.kind = kind
        self.help = help
        self.labels = labels.map { Label(name: $0.key, meaning: $0.value) }
    }

    /// The unit of the values, which the name ends with; nil for a number of things.
    var unit: String? {
        ["seconds", "bytes"].first { familyName.hasSuffix("_\($0)") }
    }

    /// The name without the suffix that OpenMetrics puts behind the name of each sample.
    var familyName: String {
        for (suffix, suffixed) in [("_total", Kind.counter), ("_info", .info)] where kind == suffixed {
            return String(name.dropLast(suffix.count))
        }
        return name
    }
}

extension String {
    /// Whether this can be the name of a metric, or of a label; without the colon, which is for recording rules, and without
    /// two underscores at its beginning, which are for the server.
    fileprivate var isMetricName: Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let first = utf8.first, letters.contains(first) else { return false }
        return utf8.allSatisfy { letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "_") }
    }
}
