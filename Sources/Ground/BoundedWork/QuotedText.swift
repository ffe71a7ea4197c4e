/// Quotation in messages of a stranger's text: short, and with nothing in it that controls a terminal or a log.
package enum QuotedText {
    private static let longest = 64

    /// `text` in quotation marks, with an escape for every scalar that does not print as itself, cut where more than 64 scalars would show.
    package static func quoting(_ text: String) -> String {
        var (shown, length) = ("\"", 0)
        for scalar in text.unicodeScalars {
            let printed = scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : printing(scalar)
            length += printed.unicodeScalars.count
            guard length <= longest else { return shown + "…\"" }
            shown += printed
        }
        return shown + "\""
    }

    /// All of `text`, with an escape for every scalar that does not print as itself: for a sentence of a process that may not be
    /// trusted any more. A text that is printed twice is the same.
    package static func printing(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        return text.unicodeScalars.reduce(into: "") { $0 += printing($1) }
    }

    /// All of `json`, a text in JSON, with an escape of JSON in the place of every scalar beyond ASCII that does not print as itself.
    package static func printing(json: String) -> String {
        json.unicodeScalars.reduce(into: "") { printed, scalar in
            guard scalar.value >= 0x7F, !prints(scalar) else { return printed.unicodeScalars.append(scalar) }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                printed += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }

    private static func printing(_ scalar: Unicode.Scalar) -> String {
        prints(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }

    private static func prints(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: false
        default: true
        }
    }

    package static func list(_ texts: [String]) -> String {
        texts.map(quoting).joined(separator: ", ")
    }

    /// `text` unescaped, cut after 64 scalars: for a place that escapes its content, such as JSON.
    package static func shortening(_ text: String) -> String {
        let scalars = text.unicodeScalars
        return scalars.count > longest ? "\(String(scalars.prefix(longest)))…" : text
    }

    /// The scalar in the notation of the Unicode standard: `U+0009`.
    package static func codePoint(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
