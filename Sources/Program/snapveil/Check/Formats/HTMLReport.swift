import Foundation
import SecureMemory

/// The results of a check as a page: one file, which loads nothing and runs nothing.
struct HTMLReport {
    let results: CheckResults

    /// The page in UTF-8.
    func file() throws(OutOfMemory) -> SecureBytes {
        let parts = [Self.head, summary] + [Verdict.shows, .fails, .clean].map(section) + ["</main></body></html>\n"]
        return try SecureBytes(copying: Array(parts.joined().utf8))
    }

    /// The list that a file stands in.
    private enum Verdict: CaseIterable {
        case shows, fails, clean

        init(_ file: CheckedFile) {
            self = file.failure != nil ? .fails : file.complaints.isEmpty ? .clean : .shows
        }

        var title: String {
            switch self {
            case .shows: "With findings"
            case .fails: "Failed"
            case .clean: "Without findings"
            }
        }
    }

    private var summary: String {
        """
        <main>
        <h1>Check report</h1>
        <p>\(MarkupText.escaped(results.summary)). A check can miss sensitive content.</p>

        """
    }

    private func section(_ verdict: Verdict) -> String {
        let files = results.files.filter { Verdict($0) == verdict }
        guard !files.isEmpty else { return "" }
        return """
            <h2>\(verdict.title) <small>\(files.count)</small></h2>
            <ul>
            \(files.map(item).joined(separator: "\n"))
            </ul>

            """
    }

    /// A file: its picture only if something was found, because things missed would be seen in one that seems clean.
    private func item(_ file: CheckedFile) -> String {
        let complaints = file.complaints
        let picture = complaints.isEmpty ? nil : file.thumbnail.map(Self.image)
        let scene = file.scene.map { "<p class=\"scene\">\(MarkupText.escaped($0.words))</p>" }
        let lines = (file.failure.map { [$0] } ?? file.lines).map { "<li>\(MarkupText.escaped($0))</li>" }
        let list = lines.isEmpty ? nil : "<ol>\(lines.joined())</ol>"
        let warnings = file.warnings.map { "<p>\(MarkupText.escaped($0))</p>" }.joined()
        let name = "<h3>\(MarkupText.escaped(file.path))</h3>"
        return "<li>\([picture, "<div>", scene, name, list, warnings, "</div>"].compactMap(\.self).joined())</li>"
    }

    private static func image(_ file: SecureBytes) -> String {
        let text = file.withUnsafeBytes { Data($0).base64EncodedString() }
        return "<img alt=\"\" src=\"data:image/jpeg;base64,\(text)\">"
    }

    private static let head = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
        <meta name="viewport" content="width=device-width">
        <meta name="referrer" content="no-referrer">
        <title>Snapveil: what was checked</title>
        <style>
        :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
        main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
        small { opacity: .7; font-weight: normal }
        ul { list-style: none; padding: 0 }
        ul > li { display: flex; gap: 1rem; padding: 1rem 0; border-top: 1px solid #8886 }
        li > div { min-width: 0 }
        img { flex: none; width: 120px; align-self: flex-start; border: 1px solid #8886; image-rendering: pixelated }
        h3, ol, p { margin: 0; overflow-wrap: anywhere }
        h3 { font-size: 1rem }
        ol { padding-left: 1.5rem }
        .scene { opacity: .7 }
        </style>
        </head>
        <body>

        """
}
