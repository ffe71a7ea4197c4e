/// How messages show a name that a stranger wrote: short, and with nothing in it that steers a terminal or a log.
enum QuotedName {
    /// Scalars that are shown of a longer name.
    private static let longest = 64

    /// `name` in quotation marks, cut after 64 scalars, with an escape for whatever does not print as itself.
    static func quoting(_ name: String) -> String {
        var shown = "\""
        for scalar in name.unicodeScalars.prefix(longest) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse:
                shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default:
                if scalar == "\"" || scalar == "\\" { shown += "\\" }
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown + (name.unicodeScalars.count > longest ? "…\"" : "\"")
    }
}
