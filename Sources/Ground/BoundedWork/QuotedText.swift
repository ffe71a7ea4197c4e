/// Shows in messages what a stranger wrote: short, and with nothing in it that steers a terminal or a log.
package enum QuotedText {
    /// Scalars that are shown of a longer text.
    private static let longest = 64

    /// `text` in quotation marks, cut after 64 scalars, with an escape for whatever does not print as itself.
    package static func quoting(_ text: String) -> String {
        var shown = "\""
        for scalar in text.unicodeScalars.prefix(longest) {
            if scalar == "\"" || scalar == "\\" { shown += "\\" }
            shown += printing(scalar)
        }
        return shown + (text.unicodeScalars.count > longest ? "…\"" : "\"")
    }

    /// All of `text`, with an escape for whatever does not print as itself: for a sentence of a process that may not be
    /// trusted any more.
    package static func printing(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { $0 += printing($1) }
    }

    private static func printing(_ scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse:
            "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: String(scalar)
        }
    }

    /// The texts in quotation marks, with commas between them.
    package static func list(_ texts: [String]) -> String {
        texts.map(quoting).joined(separator: ", ")
    }

    /// `text` as it is, cut after 64 scalars: for a place that escapes what it holds, as JSON does.
    package static func shortening(_ text: String) -> String {
        let scalars = text.unicodeScalars
        return scalars.count > longest ? "\(String(scalars.prefix(longest)))…" : text
    }

    /// The scalar as the Unicode standard names it: `U+0009`.
    package static func codePoint(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
