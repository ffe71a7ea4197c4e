import BoundedWork

/// The results of a check as the XML that CI servers read: each file is a test, which fails by its findings.
struct JUnitReport {
    let results: CheckResults

    var text: String {
        let files = results.files
        let failures = files.count { !$0.complaints.isEmpty }
        let errors = files.count { $0.failure != nil }
        let suite = "name=\"snapveil check\" tests=\"\(files.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites>
            <testsuite \(suite)>
            \(files.map(test).joined(separator: "\n"))
            </testsuite>
            </testsuites>

            """
    }

    private func test(_ file: CheckedFile) -> String {
        let group = MarkupText.escaped(file.scene?.app ?? "snapveil.check")
        let head = "<testcase classname=\"\(group)\" name=\"\(MarkupText.escaped(file.place))\""
        if let failure = file.failure {
            return "\(head)><error message=\"\(MarkupText.escaped(failure))\"/></testcase>"
        }
        let complaints = file.complaints
        let warnings = file.warnings.map { "<system-out>\(MarkupText.escaped($0))</system-out>" }.joined()
        guard !complaints.isEmpty else { return warnings.isEmpty ? "\(head)/>" : "\(head)>\(warnings)</testcase>" }
        let count = complaints.count
        let message = count == 1 ? "1 finding" : "\(count) findings"
        let lines = complaints.map { MarkupText.escaped($0.words) }.joined(separator: "\n")
        return "\(head)><failure type=\"sensitive\" message=\"\(message)\">\(lines)</failure>\(warnings)</testcase>"
    }
}

enum MarkupText {
    /// `text` as content or as the value of an attribute in double quotes; characters that do not print, which XML 1.0
    /// lacks, are written as escapes.
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
