import BoundedWork

/// Words in XML and HTML.
enum MarkupText {
    /// `text` as content or as the value of an attribute in double quotes; what does not print, which XML 1.0 cannot say, is written
    /// as an escape.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        // By scalars: with a mark beside it, a bracket is another character and still a bracket.
        for scalar in QuotedText.printing(text).unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "\"": escaped += "&quot;".unicodeScalars
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
