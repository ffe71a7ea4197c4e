/// Writes metrics as text, one family after the other.
struct ExpositionWriter {
    let format: ExpositionFormat
    private(set) var text = ""

    init(_ format: ExpositionFormat) {
        self.format = format
        text.reserveCapacity(32 << 10)
    }

    /// Writes the lines above all series of a family.
    mutating func begin(_ declaration: MetricDeclaration) {
        let name = format == .openMetrics ? declaration.familyName : declaration.name
        text +=
            "# HELP \(name) \(LabelText.help(declaration.help, in: format))\n# TYPE \(name) \(word(declaration.kind))\n"
        if format == .openMetrics, let unit = declaration.unit { text += "# UNIT \(name) \(unit)\n" }
    }

    /// Writes one sample: its name with its suffix, its labels in braces, its value as ``number(_:)`` or a whole number
    /// writes it, and an exemplar of a value.
    mutating func sample(
        _ name: String,
        _ labels: String,
        _ value: String,
        _ exemplar: (Exemplar, value: Double)? = nil
    ) {
        text += name
        text += labels
        text += " "
        text += value
        if format == .openMetrics, let (exemplar, value) = exemplar {
            text += " # \(exemplar.labels) \(Self.number(value)) \(Self.number(exemplar.time))"
        }
        text += "\n"
    }

    mutating func end() {
        if format == .openMetrics { text += "# EOF\n" }
    }

    /// A bound of a histogram as the value of its label `le`. Each format has whole numbers in a way of its own.
    func bound(_ value: Double) -> String {
        guard format == .text, let whole = Int(exactly: value) else { return Self.number(value) }
        return "\(whole)"
    }

    /// A number as both formats read it: the shortest that gives the same value again.
    static func number(_ value: Double) -> String {
        switch value {
        case .infinity: "+Inf"
        case -.infinity: "-Inf"
        case _ where value.isNaN: "NaN"
        default: "\(value)"
        }
    }

    private func word(_ kind: MetricDeclaration.Kind) -> String {
        switch kind {
        case .counter: "counter"
        case .gauge: "gauge"
        case .info: format == .openMetrics ? "info" : "gauge"
        case .histogram: "histogram"
        }
    }
}

/// A format of metrics for a server that collects them.
public enum ExpositionFormat: CaseIterable, Sendable {
    /// The text format of Prometheus, version 0.0.4.
    case text
    /// OpenMetrics 1.0, which has units and exemplars.
    case openMetrics

    /// The media type, without parameters.
    public var mediaType: String {
        switch self {
        case .text: "text/plain"
        case .openMetrics: "application/openmetrics-text"
        }
    }

    /// The value of `Content-Type`.
    public var contentType: String {
        switch self {
        case .text: "\(mediaType); version=0.0.4; charset=utf-8"
        case .openMetrics: "\(mediaType); version=1.0.0; charset=utf-8"
        }
    }
}

/// Writes labels and help texts, with the characters escaped that would end them.
enum LabelText {
    /// Labels in braces; nothing if there are none.
    static func braced(_ labels: [(name: String, value: String)]) -> String {
        guard !labels.isEmpty else { return "" }
        return "{" + labels.map { "\($0.name)=\"\(escaped($0.value))\"" }.joined(separator: ",") + "}"
    }

    /// The value of a label, without a quote, a line feed or a backslash of its own.
    static func escaped(_ value: String) -> String {
        escaped(value, quotes: true)
    }

    /// A help text. Quotes need no escape in the text format of Prometheus, and have one in OpenMetrics.
    static func help(_ text: String, in format: ExpositionFormat) -> String {
        escaped(text, quotes: format == .openMetrics)
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
