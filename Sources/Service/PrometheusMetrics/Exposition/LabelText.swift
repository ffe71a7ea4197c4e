/// Writes labels and help texts, with what would end them escaped.
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
