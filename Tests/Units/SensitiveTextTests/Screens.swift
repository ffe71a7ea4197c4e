import BoundedWork
import Foundation
import SensitiveText

/// A text and where it is, for tests: pieces one above the other, or in a row with `|` between them.
struct Screen {
    private var rows: [(texts: [String], left: Double, gap: Double)] = []
    private var placed: [(text: String, frame: TextFrame)] = []

    /// Nothing yet.
    init() {}

    /// The headers of a table, 240 apart.
    static func table(_ headers: [String]) -> Screen {
        var screen = Screen()
        for (column, header) in headers.enumerated() { screen.place(header, x: 20 + 240 * column, y: 20) }
        return screen
    }

    /// Puts a text somewhere, 8 wide for each character.
    mutating func place(_ text: String, x: Int, y: Int, height: Int = 16) {
        let frame = TextFrame(x: Double(x), y: Double(y), width: 8 * Double(text.count), height: Double(height))
        placed.append((text, frame))
    }

    /// Lines, each with a distance of a line's height to the next; `|` separates what stands in one row.
    init(_ lines: String...) {
        rows = lines.map { ($0.components(separatedBy: "|"), 20, 240) }
    }

    /// Lines of which the last holds cells that stand close together.
    static func cells(_ label: String, _ cells: [String]) -> Screen {
        var screen = Screen(label)
        screen.rows.append((cells, 20, 40))
        return screen
    }

    /// What is found, as "kind: text" with `⏎` between the spans.
    func findings(
        _ kinds: Set<SensitiveKind> = Set(SensitiveKind.allCases),
        minimumScore: Double = SensitiveTextSearch.minimumScore,
        isRecognised: Bool = false,
        names: NameLexicon? = nil
    ) throws -> [String] {
        try found(kinds, minimumScore, isRecognised: isRecognised, names).map { "\($0.kind.rawValue): \($1)" }
    }

    /// What is found and why, as "kind by reason".
    func reasons(isRecognised: Bool = false) throws -> [String] {
        try found(Set(SensitiveKind.allCases), isRecognised: isRecognised).map { finding, _ in
            "\(finding.kind.rawValue) by \(finding.reason.rawValue)"
        }
    }

    private func found(
        _ kinds: Set<SensitiveKind>,
        _ minimumScore: Double = SensitiveTextSearch.minimumScore,
        isRecognised: Bool,
        _ names: NameLexicon? = nil
    ) throws -> [(SensitiveFinding, String)] {
        var budget = WorkBudget(limit: SensitiveTextSearch.workLimit)
        var pieces = try TextPieces()
        var texts: [String] = []
        for (row, content) in rows.enumerated() {
            for (column, text) in content.texts.enumerated() {
                let frame = TextFrame(
                    x: content.left + Double(column) * content.gap,
                    y: 20 + Double(row) * 26,
                    width: 8 * Double(text.count),
                    height: 16
                )
                try pieces.append(text, frame: frame, budget: &budget)
                texts.append(text)
            }
        }
        for piece in placed {
            try pieces.append(piece.text, frame: piece.frame, budget: &budget)
            texts.append(piece.text)
        }
        let search = SensitiveTextSearch(
            kinds: kinds,
            minimumScore: minimumScore,
            isRecognised: isRecognised,
            names: names
        )
        return try search.findings(in: pieces, budget: &budget).map { finding in
            let values = finding.spans.map { span in
                String(String.UnicodeScalarView(Array(texts[span.piece].unicodeScalars)[span.scalars]))
            }
            return (finding, values.joined(separator: "⏎"))
        }
    }
}

/// The files that Tests/System/SensitiveText/corpus.py made.
enum Fixtures {
    static func read<Content: Decodable>(_ type: Content.Type, _ name: String) throws -> Content {
        let url = Bundle.module.bundleURL.appendingPathComponent("Corpus/\(name).json")
        return try JSONDecoder().decode(type, from: Data(contentsOf: url))
    }
}
