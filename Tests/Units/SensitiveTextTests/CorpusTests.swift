import BoundedWork
import Foundation
import SensitiveText
import Testing

@Suite("On made-up screens in twelve languages")
struct CorpusTests {
    private struct Piece: Decodable {
        let text: String
        let frame: TextFrame

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            text = try values.decode(String.self)
            let numbers = try (0..<4).map { _ in try values.decode(Double.self) }
            frame = TextFrame(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }

    private struct Value: Decodable {
        let kind: String
        let spans: [[Int]]
    }

    private struct Screen: Decodable {
        let language: String
        let recognised: Bool
        let pieces: [Piece]
        let values: [Value]
    }

    /// How many values there are, how many are covered, and how many findings are of a value.
    private struct Tally {
        var values = 0
        var covered = 0
        var findings = 0
        var right = 0

        var recall: Double { Double(covered) / Double(values) }
        var precision: Double { Double(right) / Double(findings) }
    }

    private static func findings(on screen: Screen) throws -> [SensitiveFinding] {
        var budget = WorkBudget(limit: SensitiveTextSearch.workLimit)
        var pieces = try TextPieces()
        for piece in screen.pieces { try pieces.append(piece.text, frame: piece.frame, budget: &budget) }
        let search = SensitiveTextSearch(kinds: Set(SensitiveKind.allCases), isRecognised: screen.recognised)
        return try search.findings(in: pieces, budget: &budget)
    }

    /// Whether findings of its kind cover each letter and digit of a value.
    private static func isCovered(_ value: Value, by findings: [SensitiveFinding], on screen: Screen) -> Bool {
        let spans = findings.filter { $0.kind.rawValue == value.kind }.flatMap(\.spans)
        return value.spans.allSatisfy { part in
            let scalars = Array(screen.pieces[part[0]].text.unicodeScalars)
            return (part[1]..<part[2]).allSatisfy { index in
                let isSign = !scalars[index].properties.isAlphabetic && scalars[index].properties.numericType == nil
                return isSign || spans.contains { $0.piece == part[0] && $0.scalars.contains(index) }
            }
        }
    }

    private static func isRight(_ finding: SensitiveFinding, on screen: Screen) -> Bool {
        screen.values.contains { value in
            value.kind == finding.kind.rawValue
                && finding.spans.contains { span in
                    value.spans.contains { $0[0] == span.piece && span.scalars.overlaps($0[1]..<$0[2]) }
                }
        }
    }

    @Test("99 % of the values are found, and 99 % of the findings are values, and 97 % in each language")
    func goals() throws {
        var all = Tally()
        var byLanguage: [String: Tally] = [:]
        for screen in try Fixtures.read([Screen].self, "screens") {
            let findings = try Self.findings(on: screen)
            var tally = Tally()
            tally.values = screen.values.count
            tally.covered = screen.values.count { Self.isCovered($0, by: findings, on: screen) }
            tally.findings = findings.count
            tally.right = findings.count { Self.isRight($0, on: screen) }
            for path in [\Tally.values, \.covered, \.findings, \.right] as [WritableKeyPath<Tally, Int>] {
                all[keyPath: path] += tally[keyPath: path]
                byLanguage[screen.language, default: Tally()][keyPath: path] += tally[keyPath: path]
            }
        }
        #expect(all.values > 600)
        #expect(all.recall >= 0.99, "recall \(all.recall)")
        #expect(all.precision >= 0.99, "precision \(all.precision)")
        for (language, tally) in byLanguage {
            #expect(tally.recall >= 0.97 && tally.precision >= 0.97, "\(language): \(tally.recall), \(tally.precision)")
        }
    }

    @Test("spans are within their pieces, and no two overlap")
    func spans() throws {
        for screen in try Fixtures.read([Screen].self, "screens") {
            var taken = screen.pieces.map { [Bool](repeating: false, count: $0.text.unicodeScalars.count) }
            for span in try Self.findings(on: screen).flatMap(\.spans) {
                #expect(!span.scalars.isEmpty && span.scalars.upperBound <= taken[span.piece].count)
                #expect(!taken[span.piece][span.scalars].contains(true))
                for index in span.scalars { taken[span.piece][index] = true }
            }
        }
    }
}
