import BoundedWork
import Detection
import Testing

@testable import ImageCore
@testable import Redaction

@Suite("Covers of recordings over time")
struct CoverTracksTests {
    private let size: PixelSize
    private let blocks: PixelSize
    private let sight = Sight.text(TextSight(.all))

    init() throws {
        size = try #require(PixelSize(width: 320, height: 160))
        blocks = try #require(PixelSize(width: 20, height: 10))
    }

    private func found(_ columns: ClosedRange<Double>, rows: ClosedRange<Double> = 32...48) throws -> SeenFindings {
        var findings = try nothing()
        let place = Quadrilateral(x: columns, y: rows)
        findings.findings[sight] = [Finding(.text, FindingCause(.look, score: 0.9), in: place)]
        return findings
    }

    private func nothing() throws -> SeenFindings {
        var budget = WorkBudget(limit: 1000)
        return try SeenFindings([], among: SeenThings(), names: nil, budget: &budget)
    }

    private func history() -> PixelHistory { PixelHistory(edge: 16, blocks: blocks) }

    /// The columns that are covered at a second.
    private func columns(_ tracks: inout CoverTracks, at second: Double) -> [ClosedRange<Double>] {
        extents(&tracks, at: second) { $0.left...$0.right }
    }

    /// The rows that are covered at a second.
    private func rows(_ tracks: inout CoverTracks, at second: Double) -> [ClosedRange<Double>] {
        extents(&tracks, at: second) { $0.top...$0.bottom }
    }

    private func extents(
        _ tracks: inout CoverTracks,
        at second: Double,
        _ extent: (OutlineBounds) -> ClosedRange<Double>
    ) -> [ClosedRange<Double>] {
        let bounds = tracks.covered(at: second).findings(sight).map(\.outline.bounds)
        return bounds.map(extent).sorted { $0.lowerBound < $1.lowerBound }
    }

    @Test("A value that is typed is covered from its first character on, and stays so")
    func typed() throws {
        var tracks = CoverTracks(linger: 0.5, size: size, nothing: try nothing())
        var history = history()
        // A character a second, from the first block of the third row on; only then it is known what it is.
        for block in 0..<4 { history.since[2 * 20 + block] = Double(block + 1) }
        tracks.see(try found(0...64), among: SeenThings(), at: 4, history)
        #expect(columns(&tracks, at: 0.4).isEmpty)
        #expect(columns(&tracks, at: 0.6) == [0...16])
        #expect(columns(&tracks, at: 2.6) == [0...48])
        #expect(columns(&tracks, at: 4) == [0...64])
        #expect(columns(&tracks, at: 400) == [0...64])
    }

    @Test("What was found stays covered where its pixels are the same, whatever is found later")
    func kept() throws {
        var tracks = CoverTracks(linger: 0.5, size: size, nothing: try nothing())
        var history = history()
        tracks.see(try found(0...64), among: SeenThings(), at: 0, history)
        // The last character is deleted, and the rest is not found any more.
        history.since[2 * 20 + 3] = 10
        tracks.see(try nothing(), among: SeenThings(), at: 10, history)
        #expect(columns(&tracks, at: 10.4) == [0...64])
        #expect(columns(&tracks, at: 10.6) == [0...48])
        // Another page.
        for block in history.since.indices { history.since[block] = 20 }
        tracks.see(try nothing(), among: SeenThings(), at: 20, history)
        #expect(columns(&tracks, at: 20.4) == [0...48])
        #expect(columns(&tracks, at: 20.6).isEmpty)
    }

    @Test("A cover begins before and ends after what was seen, and covers that touch become one")
    func lingers() throws {
        var tracks = CoverTracks(linger: 0.5, size: size, nothing: try nothing())
        var history = history()
        for step in 0..<3 {
            for block in history.since.indices { history.since[block] = Double(step) + 1 }
            let top = Double(32 + 12 * step)
            tracks.see(try found(0...64, rows: top...top + 16), among: SeenThings(), at: Double(step) + 1, history)
        }
        #expect(tracks.covered(at: 0.4).findings(sight).isEmpty)
        let bounds = tracks.covered(at: 1.5).findings(sight).map(\.outline.bounds)
        #expect(bounds.count == 1)
        #expect(bounds.first?.top == 32 && bounds.first?.bottom == 60)
    }

    /// A motion by some rows of all that an area of ten columns of blocks shows, and the history after it.
    private func scrolled(by rows: Int, at second: Double) throws -> (FrameMotion, PixelHistory) {
        let area = try #require(PixelRect(columns: 0..<160, rows: 32..<128))
        var (states, history) = ([FrameMotion.Block](repeating: .still, count: blocks.area), history())
        for row in 2..<8 {
            for column in 0..<10 {
                states[row * 20 + column] = .moved
                history.since[row * 20 + column] = second
            }
        }
        let motion = FrameMotion(area: area, vector: MotionVector(x: 0, y: rows), blocks: states, columns: 20)
        return (motion, history)
    }

    @Test("What scrolls is followed though it is not found any more, as far as it is in view")
    func followed() throws {
        var tracks = CoverTracks(linger: 0.5, size: size, nothing: try nothing())
        tracks.see(try found(0...64, rows: 96...112), among: SeenThings(), at: 0, history())
        let (motion, history) = try scrolled(by: -72, at: 1)
        tracks.see(try nothing(), among: SeenThings(), at: 1, history, moved: ([motion], self.history()))
        #expect(rows(&tracks, at: 1.2) == [32...40, 96...112])
        #expect(rows(&tracks, at: 100) == [32...40])
    }

    @Test("What is found once it is in view was covered where it came from, as far as it showed there")
    func foundLater() throws {
        var tracks = CoverTracks(linger: 0.25, size: size, nothing: try nothing())
        for (second, way) in [(1.0, -40), (2.0, -8)] {
            let (motion, history) = try scrolled(by: way, at: second)
            var before = self.history()
            if second == 2 { before = try scrolled(by: way, at: 1).1 }
            tracks.see(try nothing(), among: SeenThings(), at: second, history, moved: ([motion], before))
        }
        // It was at 72 from the first second on, and half in view at 120 before.
        tracks.see(try found(0...64, rows: 72...88), among: SeenThings(), at: 3, try scrolled(by: 0, at: 2).1)
        #expect(rows(&tracks, at: 0.5) == [120...128])
        #expect(rows(&tracks, at: 1.5) == [80...96])
        #expect(rows(&tracks, at: 50) == [72...88])
    }

    @Test("Equal numbers mean equal covers")
    func numbers() throws {
        var tracks = CoverTracks(linger: 0.5, size: size, nothing: try nothing())
        tracks.see(try found(0...64), among: SeenThings(), at: 0, history())
        #expect(tracks.covered(at: 1).numbers == tracks.covered(at: 2).numbers)
    }
}
