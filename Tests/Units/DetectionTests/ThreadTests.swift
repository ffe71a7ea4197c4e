import BoundedWork
import Foundation
import ImageCore
import Samples
import SeededRandom
import Synchronization
import Testing

@testable import Detection

@Suite("Threads share the work of looking", .serialized)
struct ThreadTests {
    private struct Line: Equatable {
        let place: Quadrilateral
        let score: Double
        let text: String?
        let characters: [ClosedRange<Double>]?
    }

    private struct Findings: Equatable {
        let lines: [Line]
        let faces: [Quadrilateral]
        let codes: [Code]
        let left: Int
    }

    private func look(_ canvas: Canvas, threads: Int) throws -> Findings {
        let detector = try LoadedDetector.detector()
        let pixels = try canvas.pixels()
        let work = WorkContext(threads: { threads })
        var budget = WorkBudget(limit: Detector.workLimit)
        let lines = try detector.lines(of: pixels, recognizing: true, work: work, budget: &budget).map {
            Line(
                place: $0.quadrilateral,
                score: $0.score,
                text: $0.text?.string,
                characters: $0.text?.characters.map(\.extent)
            )
        }
        let faces = try detector.faces(of: pixels, work: work, budget: &budget).map(\.quadrilateral)
        let codes = try Detector.codes(of: pixels, work: work, budget: &budget)
        return Findings(lines: lines, faces: faces, codes: codes, left: budget.remaining)
    }

    @Test("any number of threads finds the same, at the same cost", arguments: Sample.allCases)
    func sameFindings(sample: Sample) throws {
        let canvas = try Canvas(sample)
        let alone = try look(canvas, threads: 1)
        #expect(!alone.lines.isEmpty)
        for threads in [2, 3, 8] {
            #expect(try look(canvas, threads: threads) == alone, "\(threads) threads")
        }
    }

    @Test("finding, reading, and looking for faces and codes ask for threads")
    func threadsAreAskedFor() throws {
        let detector = try LoadedDetector.detector()
        let pixels = try Canvas(.iosLogin).pixels()
        let count = Atomic(0)
        let work = WorkContext(threads: {
            count.add(1, ordering: .relaxed)
            return 1
        })
        var budget = WorkBudget(limit: Detector.workLimit)
        func asked(_ look: () throws -> Void) rethrows -> Int {
            let before = count.load(ordering: .relaxed)
            try look()
            return count.load(ordering: .relaxed) - before
        }
        let finding = try asked { _ = try detector.lines(of: pixels, work: work, budget: &budget) }
        let reading = try asked { _ = try detector.lines(of: pixels, recognizing: true, work: work, budget: &budget) }
        let faces = try asked { _ = try detector.faces(of: pixels, work: work, budget: &budget) }
        let codes = try asked { _ = try Detector.codes(of: pixels, work: work, budget: &budget) }
        #expect(finding > 0 && reading > finding && faces > 0 && codes > 0)
    }

    @Test("looking on several threads stops soon when it is called off", arguments: [0.02, 0.1, 0.3])
    func cancelled(after delay: Double) throws {
        let detector = try LoadedDetector.detector()
        let pixels = try Canvas(.iosLogin).repeated(12).pixels()
        let cancellation = Cancellation()
        let cancelledAt = Mutex<ContinuousClock.Instant?>(nil)
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: delay)
            cancelledAt.withLock { $0 = .now }
            cancellation.cancel()
        }
        var budget = WorkBudget(limit: Detector.workLimit, cancellation: cancellation)
        #expect(throws: DetectionFailure.cancelled) {
            let work = WorkContext(cancellation: cancellation, threads: { 2 })
            _ = try detector.lines(of: pixels, recognizing: true, work: work, budget: &budget)
        }
        let start = try #require(cancelledAt.withLock { $0 })
        // Generous, as a debug build on a busy machine is slow.
        #expect(start.duration(to: .now) < .milliseconds(500))
    }

    @Test("many threads take no more memory than networks may have")
    func memory() throws {
        var random = SeededGenerator(seed: 12)
        var canvas = Canvas(width: 1_290, height: 2_796)
        canvas.samples = random.bytes(canvas.width * canvas.height * 3)
        #expect(throws: Never.self) { try look(canvas, threads: 64) }
    }
}
