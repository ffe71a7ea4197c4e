import BoundedWork

/// Words in XML and HTML.
enum MarkupText {
    /// `text` as content or as the value of an attribute in double quotes; what does not print, which XML 1.0 cannot say, is written
    /// as an escape.
    static func escaped(_ text: String) -> String {
        QuotedText.printing(text).reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
    }
}
