/// Writes metrics as text, one family after the other.
struct ExpositionWriter {
    /// The format that is written.
    let format: ExpositionFormat
    /// What was written.
    private(set) var text = ""

    /// A writer that has written nothing yet.
    init(_ format: ExpositionFormat) {
        self.format = format
        text.reserveCapacity(32 << 10)
    }

    /// Writes what is said of all series of a family.
    mutating func begin(_ declaration: MetricDeclaration) {
        let name = format == .openMetrics ? declaration.familyName : declaration.name
        text +=
            "# HELP \(name) \(LabelText.help(declaration.help, in: format))\n# TYPE \(name) \(word(declaration.kind))\n"
        if format == .openMetrics, let unit = declaration.unit { text += "# UNIT \(name) \(unit)\n" }
    }

    /// Writes one sample.
    ///
    /// - Parameters:
    ///   - name: Its name, with its suffix.
    ///   - labels: Its labels in braces.
    ///   - value: Its value, as ``number(_:)`` or a whole number writes it.
    ///   - exemplar: What led to a value of `exemplarValue`; nil for nothing.
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

    /// Ends the text.
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
