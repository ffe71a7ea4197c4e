import BoundedWork
import SeededRandom
import Testing

@testable import SensitiveText

@Suite("The work of searching")
struct BoundTests {
    private static let search = SensitiveTextSearch(kinds: Set(SensitiveKind.allCases), isRecognised: true)

    /// The units that are spent on pieces with these texts, one above the other.
    private func cost(_ texts: [String], inOnePlace: Bool = false) throws -> Int {
        var budget = WorkBudget(limit: 1_000_000_000)
        var pieces = try TextPieces()
        for (index, text) in texts.enumerated() {
            let frame = TextFrame(
                x: 10,
                y: inOnePlace ? 10 : Double(20 * index),
                width: Double(min(text.utf8.count, 100) * 8),
                height: 16
            )
            try pieces.append(text, frame: frame, budget: &budget)
        }
        _ = try Self.search.findings(in: pieces, budget: &budget)
        return 1_000_000_000 - budget.remaining
    }

    @Test(
        "grows with a line no faster than the line does",
        arguments: [
            "a", "1", "1 ", "1-", "A1", "@", "a@", "a@a.", "4111 1111 1111 1111 ", "DE89 ", "PIN ", "Name: A ",
            "password ", "://", "://a:b@c?token=", "°1.2345 ",
            "ab:", "::", "<", "eyJ.", "Mr. A ", "code 1 ", "12/", "(", "密码", "名前：", "e\u{301}", "date of birth 1/1/",
            "seed phrase abc ", "begin private key ", "+1 ",
        ]
    )
    func lines(unit: String) throws {
        let short = try cost([String(repeating: unit, count: 500 / unit.unicodeScalars.count)])
        let long = try cost([String(repeating: unit, count: 4_000 / unit.unicodeScalars.count)])
        #expect(long < 10 * short)
        #expect(long < 4_000 * 2_000)
    }

    @Test(
        "grows with the pieces no faster than they do",
        arguments: [
            "4711", "1", "Name", "Address", "AB12CD34EF56GH78", "a", "seed phrase", "12 Main Street", "jane@",
            "HoMep KapTbI BoAITelbCKoe yAoCTOBepeHve", "八又7-F乜≠1∪于1∃-F力一下確",
        ],
        [false, true]
    )
    func pieces(text: String, inOnePlace: Bool) throws {
        let few = try cost([String](repeating: text, count: 60), inOnePlace: inOnePlace)
        let many = try cost([String](repeating: text, count: 480), inOnePlace: inOnePlace)
        #expect(many < 10 * few)
        #expect(many < 480 * 20_000)
    }

    @Test("stays within its limit on ten thousand capitalised words, a phone book, and one line of 100 000 characters")
    func hugeTexts() throws {
        let words = (0..<10_000).map { "\(["Anna", "Berlin", "Chase", "Meier"][$0 % 4]) \(["Will", "Mark"][$0 % 2])" }
        let phones = (0..<10_000).map { "Meier, Anna  0\(171 + $0 % 9) \(2_345_678 + $0)" }
        let line = String(repeating: "Call +44 20 7946 0958 or ", count: 4_000)
        for texts in [words, phones, [line], [line, line]] {
            #expect(try cost(texts) < SensitiveTextSearch.workLimit)
        }
        let broken = (0..<10_000).map { $0 % 2 == 0 ? "+44 20" : "7946 0958" }
        #expect(try cost(broken) < SensitiveTextSearch.workLimit)
        #expect(try cost([String](repeating: "AB12-CD34-", count: 10_000)) < SensitiveTextSearch.workLimit)
    }

    /// The units that are spent on a grid of six columns, with a header that repeats every `period` rows.
    private func gridCost(rows: Int, header: String, cell: String, period: Int, pitch: Double) throws -> Int {
        var budget = WorkBudget(limit: 1_000_000_000)
        var pieces = try TextPieces()
        for row in 0..<rows {
            for column in 0..<6 {
                let text = row % period == 0 ? header : cell
                let frame = TextFrame(x: Double(200 * column), y: pitch * Double(row), width: 120, height: 16)
                try pieces.append(text, frame: frame, budget: &budget)
            }
        }
        _ = try Self.search.findings(in: pieces, budget: &budget)
        return 1_000_000_000 - budget.remaining
    }

    @Test(
        "grows with the cells of tables no faster than they do",
        arguments: ["anna@exam", "Nino Tassoni", "Name", "7", "AB12CD34EF56GH78"],
        [1, 2, 1_000]
    )
    func tables(cell: String, period: Int) throws {
        for pitch in [17.0, 30] {
            let few = try gridCost(rows: 20, header: "Name", cell: cell, period: period, pitch: pitch)
            let many = try gridCost(rows: 160, header: "Name", cell: cell, period: period, pitch: pitch)
            #expect(many < 10 * few)
            #expect(many < 960 * 20_000)
        }
    }

    @Test("ends where the budget ends, and once it is cancelled")
    func budgets() throws {
        var generous = WorkBudget(limit: 1_000_000)
        var pieces = try TextPieces()
        try pieces.append("Card number 4111 1111 1111 1111", frame: .unknown, budget: &generous)
        var small = WorkBudget(limit: 100)
        #expect(throws: BudgetFailure.spent) { _ = try Self.search.findings(in: pieces, budget: &small) }
        #expect(throws: BudgetFailure.spent) {
            try pieces.append(String(repeating: "a", count: 101), frame: .unknown, budget: &small)
        }
        let cancellation = Cancellation()
        cancellation.cancel()
        var cancelled = WorkBudget(limit: 1_000_000, cancellation: cancellation)
        #expect(throws: BudgetFailure.cancelled) { _ = try Self.search.findings(in: pieces, budget: &cancelled) }
    }

    @Test("is done on whatever bytes there are", arguments: [1, 2, 3, 4])
    func bytes(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var budget = WorkBudget(limit: 100_000_000)
        var pieces = try TextPieces()
        let parts = [
            "4111 1111", "DE89", "PIN:", "@", "://", "\u{301}", "名前", "<<", "12.05.1985", "°", "+49", "-----BEGIN",
            "\u{202E}", "\u{FEFF}", "0x", "eyJ",
        ]
        for _ in 0..<300 {
            var bytes = generator.bytes(generator.int(0...40))
            for _ in 0..<generator.int(0...6) {
                bytes.insert(
                    contentsOf: parts[generator.int(0...parts.count - 1)].utf8,
                    at: generator.int(0...bytes.count)
                )
            }
            let frame = TextFrame(
                x: Double(generator.int(-50...900)),
                y: Double(generator.int(0...900)),
                width: Double(generator.int(0...400)),
                height: Double(generator.int(0...40))
            )
            try bytes.withUnsafeBytes { try pieces.append(utf8: $0, frame: frame, budget: &budget) }
        }
        let findings = try Self.search.findings(in: pieces, budget: &budget)
        #expect(findings.allSatisfy { (0.5...1).contains($0.score) && $0.spans.allSatisfy { !$0.scalars.isEmpty } })
    }

    @Test("counts scalars where bytes are no text, as replacement characters")
    func illFormed() throws {
        var budget = WorkBudget(limit: 1_000_000)
        var pieces = try TextPieces()
        let bytes: [UInt8] = [0xFF, 0x20] + Array("é jane@example.com".utf8)
        try bytes.withUnsafeBytes { try pieces.append(utf8: $0, frame: .unknown, budget: &budget) }
        let findings = try Self.search.findings(in: pieces, budget: &budget)
        #expect(findings.map(\.spans) == [[TextSpan(piece: 0, scalars: 4..<20)]])
    }
}
