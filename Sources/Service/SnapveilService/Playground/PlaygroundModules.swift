import Redaction

/// The modules of the page by the names of their files.
enum PlaygroundModules {
    /// The modules among `files`, with one that holds the names of the kinds of findings and the words for their reasons, so that
    /// the page says what the reports of the program say.
    static func all(in files: [PlaygroundFile]) -> [String: String] {
        var modules = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) })
        modules["words.js"] = words
        return modules
    }

    private static let words = """
        // The words of the server for what was found by looking at a picture.

        /** The name of each kind of findings: of one, and of several. */
        export const kindNames = { \(kinds.joined(separator: ", ")) };

        /** The words for each reason of a finding, behind "by". */
        export const reasonNames = { \(reasons.joined(separator: ", ")) };

        /** All kinds of text that are sensitive. */
        export const textKinds = [\(FindingName.textKinds.map(quoted).joined(separator: ", "))];

        """

    private static let kinds = FindingName.kinds.map { kind, name in
        "\(quoted(kind)): [\(quoted(name.one)), \(quoted(name.several))]"
    }

    private static let reasons = FindingName.reasons.map { reason, words in "\(quoted(reason)): \(quoted(words))" }

    /// A word of this program, which has no quotation marks.
    private static func quoted(_ word: String) -> String { "\"\(word)\"" }
}
