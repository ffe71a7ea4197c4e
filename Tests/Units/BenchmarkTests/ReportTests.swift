import ImageCore
import Testing

@testable import SnapveilBenchmark

@Suite("The report")
struct ReportTests {
    @Test("a table has a line a row, numbers to the right, and no cell that ends another")
    func table() {
        let table = MarkdownTable(titles: ["job", "ms"], textColumns: 1, rows: [["a|b", "1.5"], ["c", ""]])
        #expect(table.description == "| job | ms |\n| --- | --: |\n| a\\|b | 1.5 |\n| c |  |")
    }

    @Test("a goal is met if its worst row keeps it, and the worst row is named")
    func goals() throws {
        let fast = try Row.sample(service: [10], peers: [.peer("A", "default", [70])])
        let slow = try Row.sample(service: [10], peers: [.peer("A", "default", [50])])
        #expect(verdict(of: [fast]) == ["blur, sigma 20, screen.png, fast", "at least 6.00", "7.00", "met"])
        #expect(
            verdict(of: [fast, slow])
                == ["blur, sigma 20, screen.png, fast", "at least 6.00", "5.00", "not met (1 of 2)"]
        )
    }

    @Test("a goal for all jobs together has one value, and no place")
    func goalOfAll() throws {
        let rows = [
            try Row.sample(service: [90.1], uncontained: [90], peers: []),
            try Row.sample(service: [15.2], uncontained: [10], peers: []),
            try Row.sample(.balanced, service: [109.7], uncontained: [105], peers: []),
            try Row.sample(.small, service: [], uncontained: [], firstTime: 800, firstUncontained: 795, peers: []),
        ]
        #expect(
            verdict(of: rows, on: "containment adds to what is done with fast, in percent") == [
                "all jobs", "at most 3.00", "5.30", "not met (0 of 1)",
            ]
        )
        #expect(
            verdict(of: rows, on: "containment adds, in percent") == ["all jobs", "at most 3.00", "1.50", "met"]
        )
        #expect(
            verdict(of: rows, on: "containment adds, in milliseconds")
                == ["blur, sigma 20, screen.png, fast", "at most 0.30", "5.20", "not met (1 of 2)"]
        )
    }

    @Test("a row tells what containment adds, in processor time and in waiting")
    func containmentCells() throws {
        let waits = Waits(contained: [31, 30], uncontained: [30.5, 29.75])
        let row = try Row.sample(redactor: [10], service: [12.25], uncontained: [11], waits: waits, peers: [])
        let text = Report(rows: [row], peers: [], conditions: []).description
        #expect(text.contains("| 11.0 | 1.0 | 12.2 | 1.25 | 0.38 |"))
    }

    @Test("what a client waits longer is the median of all jobs")
    func waits() throws {
        let rows = try [0.1, 0.2, 0.7].map { added in
            let waits = Waits(contained: [30 + added], uncontained: [30])
            return try Row.sample(waits: waits, peers: [])
        }
        #expect(
            verdict(of: rows, on: "containment has a client wait longer") == [
                "all jobs", "at most 0.30", "0.20", "met",
            ]
        )
    }

    @Test("a goal of which no row tells is left out")
    func silentGoals() throws {
        let row = try Row.sample(peers: [.peer("A", "default", [70])])
        let titles = Report(rows: [row], peers: ["A"], conditions: []).goals.rows.compactMap(\.first)
        #expect(!titles.contains { $0.hasPrefix("JPEG") || $0.hasPrefix("PNG pixelate") })
    }

    @Test("a peer's cell tells its fastest and its smallest setting")
    func peerCell() throws {
        let row = try Row.sample(
            peers: [.peer("A", "default", [70.24], bytes: 20_400), .peer("A", "level 1", [30.11], bytes: 99_000)]
        )
        let text = Report(rows: [row], peers: ["A"], conditions: []).description
        #expect(text.contains("| 30.1 (level 1), 20 kB (default) |"))
    }

    @Test("a folder has a table of its own, in milliseconds a file, beside the fastest setting of each peer")
    func folder() throws {
        let measurements: [Measurement] = [
            .ours(.command, .fast, [300, 200, 250]), .peer("A", "default", [900, 800, 700]),
            .peer("A", "level 1", [500, 500, 500]),
        ]
        let folder = try #require(FolderRow(100, measurements))
        let text = Report(rows: [], folder: folder, peers: ["A", "B"], conditions: []).description
        #expect(text.contains("| files | snapveil redact | A | B | faster |"))
        #expect(text.contains("| 100 | 2.5 | 5.0 (level 1) |  | 2.00 |"))
        #expect(FolderRow(100, Array(measurements.dropFirst())) == nil)
    }

    @Test(
        "the farthest on the wrong side is the worst",
        arguments: [
            (Goal.Bound.atLeast(2), 1.0), (.atMost(2), 9.0),
        ]
    )
    func worst(bound: Goal.Bound, expected: Double) {
        #expect(bound.worst(of: [("a", 3), ("b", 1), ("c", 9)])?.1 == expected)
        #expect(bound.allows(2))
        #expect(!bound.allows(expected))
    }

    /// What is said of a goal: of that for the blur of a PNG, if no other is named.
    private func verdict(of rows: [Row], on goal: String = "PNG blur, screens") -> [String]? {
        Report(rows: rows, peers: ["A"], conditions: []).goals.rows
            .first { $0.first?.hasPrefix(goal) ?? false }.map { Array($0.dropFirst()) }
    }
}
