import Foundation
import Redaction

extension AuditReport {
    /// The report for the docs; its last line is `PASS` or `FAIL`.
    public var markdown: String {
        let sections: [(title: String, table: String)] = [
            ("Codes recovered from linear styles", Self.table(recoveries)),
            (
                "Controls: of covers too weak to hold, at least 95 % of the codes have to be recovered",
                Self.table(controls)
            ),
            ("Codes recovered by a dictionary", Self.table(dictionaries)),
            (
                "Erased styles: one output for all codes, or they leak (a naive mask has to)",
                Self.table(naiveMasks + enumerations)
            ),
            ("The same request again", Self.table(repetitions)),
        ]
        let paragraphs =
            [Self.legend] + sections.flatMap { ["### \($0.title)", $0.table] } + failures.map { "- \($0)" }
        return (paragraphs + [passes ? "PASS" : "FAIL"]).joined(separator: "\n\n")
    }

    private static let legend = """
        Strength is the sigma of a blur and the edge of a mosaic's cells, in multiples of the ink height of a 0 and in \
        pixels. Codes have six random digits. Codes and digits are the shares that were recovered; blind guessing gets \
        10 % of the digits. Leaked is a lower bound on what the output tells of the 19.9 bits of a code, the larger of \
        two: log2(10^6) + the mean of log2 p(code), p a softmax of -error / (2 s²) over all codes, s fitted on other \
        codes; and what the share of recovered codes proves (Fano).

        A dictionary sends all 10^6 codes through the service, which is a matter of minutes, and looks up the output. A \
        sample of the codes tells how often two share one; shares and bits are what follows at the least, with 95 % \
        confidence.
        """

    private static func table(_ rows: [RecoveryRow]) -> String {
        MarkdownTable(
            header: ["style", "font", "text", "ink", "x digit height", "px", "codes", "digits", "leaked"],
            rows: rows.map { row in
                [
                    row.strength.kind.rawValue,
                    row.scene.typeface.family,
                    "\(row.scene.textSize) px",
                    row.scene.ink.rawValue,
                    String(format: "%.2f", row.strength.pixels / Double(row.scene.digitHeight)),
                    String(format: "%.1f", row.strength.pixels),
                    String(format: "%.0f %%", row.recovery.codeShare * 100),
                    String(format: "%.0f %%", row.recovery.digitShare * 100),
                    String(format: "%.1f bits", row.recovery.leakedBits),
                ]
            }
        ).text
    }

    private static func table(_ rows: [DictionaryRow]) -> String {
        MarkdownTable(
            header: ["style", "font", "text", "x digit height", "px", "codes sent", "equal pairs", "codes", "leaked"],
            rows: rows.map { row in
                [
                    row.strength.kind.rawValue,
                    row.scene.typeface.family,
                    "\(row.scene.textSize) px",
                    String(format: "%.2f", row.strength.pixels / Double(row.scene.digitHeight)),
                    String(format: "%.1f", row.strength.pixels),
                    "\(row.collisions.sampleSize)",
                    "\(row.collisions.collidingPairs)",
                    String(format: "%.2g %%", row.collisions.codeShare * 100),
                    String(format: "%.1f bits", row.collisions.leakedBits),
                ]
            }
        ).text
    }

    private static func table(_ rows: [Enumeration.Row]) -> String {
        MarkdownTable(
            header: ["cover", "snapshot", "ink", "codes", "distinct outputs"],
            rows: rows.map { [$0.cover, "\($0.format)", $0.ink.rawValue, "\($0.codes)", "\($0.distinctOutputs)"] }
        ).text
    }

    private static func table(_ rows: [Repetition.Row]) -> String {
        MarkdownTable(
            header: ["style", "requests", "distinct outputs"],
            rows: rows.map { [$0.style, "\($0.requests)", "\($0.distinctOutputs)"] }
        ).text
    }
}
