import Foundation
import Redaction
import Testing

@testable import Recordings

@Suite("Findings in recordings")
struct RecordingReportTests {
    private func cover(
        _ kind: String,
        x: Int,
        y: Int = 0,
        _ times: ClosedRange<Double>,
        score: Double = 0.9,
        rule: Int = 0
    ) throws -> RecordingReceipt.Covered {
        let json = """
            { "rule": \(rule), "target": "text", "rect": { "x": \(x), "y": \(y), "width": 20, "height": 10 }, "style": "fill",
              "from": \(times.lowerBound), "until": \(times.upperBound), "found": "text", "kind": "\(kind)", "score": \(score),
              "reason": "form", "assurance": "erased" }
            """
        return try JSONDecoder().decode(RecordingReceipt.Covered.self, from: Data(json.utf8))
    }

    private func findings(_ covers: [RecordingReceipt.Covered], rules: [Int] = [0]) -> [CheckReport.Finding] {
        [CheckReport.Finding](covers, rules: rules)
    }

    @Test("What goes on at another place is one finding, with the time and the rectangle of all of it")
    func joined() throws {
        let found = try findings([
            cover("card", x: 0, 0...1, score: 0.7), cover("card", x: 8, 1...2.5),
            cover("card", x: 16, 2.5...3, score: 0.8),
        ])
        #expect(found.count == 1)
        #expect(found.first?.from == 0 && found.first?.until == 3 && found.first?.score == 0.9)
        #expect(found.first?.rect.x == 0 && found.first?.rect.width == 36)
    }

    @Test("What is seen at the same time, has a gap before it, or is of another kind or rule is another finding")
    func apart() throws {
        let found = try findings(
            [
                cover("card", x: 0, 0...1), cover("card", x: 100, 0...1), cover("card", x: 4, 1...2, rule: 1),
                cover("email", x: 0, 1...2), cover("card", x: 0, 1.5...2),
            ],
            rules: [2, 5]
        )
        #expect(found.map(\.kind) == ["card", "card", "card", "email", "card"])
        #expect(found.map(\.rule) == [2, 2, 5, 2, 2])
    }

    @Test("Of several that go on, each goes on as the nearest")
    func nearest() throws {
        let covers = try [
            cover("email", x: 0, y: 0, 0...1), cover("email", x: 0, y: 40, 0...1),
            cover("email", x: 0, y: 44, 1...2), cover("email", x: 0, y: 4, 1...2),
        ]
        #expect(findings(covers).map(\.rect.y) == [0, 40] && findings(covers).map(\.rect.height) == [14, 14])
    }
}
