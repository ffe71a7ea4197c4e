import Foundation
import Redaction
import SecureMemory

/// The results of a check as a page: one file, which loads nothing and runs nothing.
struct HTMLReport {
    private let results: CheckResults
    private let kinds: [FindingTally]

    init(results: CheckResults) {
        self.results = results
        kinds = FindingTally.tallies(of: results)
    }

    /// The page in UTF-8.
    func file() throws(OutOfMemory) -> SecureBytes {
        let parts =
            [Self.head, HTMLStyle.element(kinds: kinds.count), "</head>\n<body>\n<main>\n", summary, filter]
            + [Verdict.shows, .fails, .clean].map(section) + [remarks, "</main>\n</body>\n</html>\n"]
        return try SecureBytes(copying: Array(parts.joined().utf8))
    }

    /// The list that a file stands in.
    private enum Verdict: String {
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
        <header>
        <h1>Check report</h1>
        <p>\(MarkupText.escaped(results.summary)). A check can miss sensitive content.</p>
        </header>

        """
    }

    /// The number of findings of each kind, as boxes that leave the findings of their kinds alone.
    private var filter: String {
        guard !kinds.isEmpty else { return "" }
        let boxes = kinds.enumerated().map { index, kind in
            "<label><input type=\"checkbox\" id=\"k\(index)\"> \(MarkupText.escaped(kind.title)) "
                + "<b>\(kind.findings)</b> <small>in \(results.words(for: kind.files))</small></label>"
        }
        return """
            <form>
            <fieldset class="kinds">
            <legend>Show only</legend>
            \(boxes.joined(separator: "\n"))
            <button type="reset">Show all</button>
            </fieldset>
            </form>

            """
    }

    private func section(_ verdict: Verdict) -> String {
        let files = results.files.enumerated().filter { Verdict($1) == verdict }
        guard !files.isEmpty else { return "" }
        let items = files.map { index, file in HTMLFile(file, index: index, kinds: kinds).text }
        return """
            <section class="\(verdict.rawValue)">
            <h2>\(verdict.title) <small>\(files.count)</small></h2>
            \(items.joined(separator: "\n"))
            </section>

            """
    }

    /// Sentences on the things that were looked for, and on the pictures.
    private var remarks: String {
        let things = Set(results.files.flatMap(\.lookedFor))
        let models = Set(results.files.flatMap(\.models))
        var sentences: [String] = []
        if !things.isEmpty {
            let with = models.isEmpty ? "" : ", with \(models.sorted().joined(separator: ", "))"
            sentences.append("Looked for \(things.sorted().joined(separator: ", "))\(with).")
        }
        if results.files.contains(where: { $0.thumbnail != nil && !$0.complaints.isEmpty }) {
            sentences.append("The pictures are too small to read, and all that was found is black in them.")
        }
        return sentences.isEmpty ? "" : "<footer>\(MarkupText.escaped(sentences.joined(separator: " ")))</footer>\n"
    }

    private static let head = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="referrer" content="no-referrer">
        <meta name="color-scheme" content="light dark">
        <title>Snapveil: what was checked</title>

        """
}

/// The number of findings of a kind in all files, and of the files that have some.
struct FindingTally {
    let title: String
    var findings = 0
    var files = 0

    /// The tallies of all kinds that were found, the most frequent first.
    static func tallies(of results: CheckResults) -> [FindingTally] {
        var tallies: [String: FindingTally] = [:]
        for file in results.files {
            for (title, complaints) in Dictionary(grouping: file.complaints, by: \.title) {
                tallies[title, default: FindingTally(title: title)].findings += complaints.reduce(0) { $0 + $1.count }
                tallies[title, default: FindingTally(title: title)].files += 1
            }
        }
        return tallies.values.sorted { ($1.findings, $0.title) < ($0.findings, $1.title) }
    }
}
