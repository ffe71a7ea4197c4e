import BoundedWork
import Foundation
import ImageCore
import ProcessFiles
import Samples
import SecureMemory
import SeededRandom
import Testing

@testable import Detection

@Suite("Bounds of looking", .serialized)
struct BoundsTests {
    private func noise(width: Int, height: Int) -> Canvas {
        var random = SeededGenerator(seed: 11)
        var canvas = Canvas(width: width, height: height)
        canvas.samples = random.bytes(width * height * 3)
        return canvas
    }

    @Test("a picture that costs more than was granted is refused")
    func tooExpensive() throws {
        let detector = try LoadedDetector.detector()
        let pixels = try Canvas(.webProfile).pixels()
        #expect(throws: DetectionFailure.tooExpensive) {
            var budget = WorkBudget(limit: 1_000_000)
            _ = try detector.lines(of: pixels, budget: &budget)
        }
        #expect(throws: DetectionFailure.tooExpensive) {
            var budget = WorkBudget(limit: 1_000_000)
            _ = try detector.faces(of: pixels, budget: &budget)
        }
        #expect(throws: DetectionFailure.tooExpensive) {
            var budget = WorkBudget(limit: 100_000)
            _ = try Detector.codes(of: pixels, budget: &budget)
        }
    }

    @Test("nothing is found for whom nobody waits")
    func cancelled() throws {
        let detector = try LoadedDetector.detector()
        let pixels = try Canvas(.webProfile).pixels()
        let cancellation = Cancellation()
        cancellation.cancel()
        var budget = WorkBudget(limit: Detector.workLimit, cancellation: cancellation)
        #expect(throws: DetectionFailure.cancelled) { _ = try detector.lines(of: pixels, budget: &budget) }
        #expect(throws: DetectionFailure.cancelled) { _ = try detector.faces(of: pixels, budget: &budget) }
        #expect(throws: DetectionFailure.cancelled) { _ = try Detector.codes(of: pixels, budget: &budget) }
    }

    @Test("looking stops soon when it is called off")
    func cancelledMeanwhile() throws {
        let detector = try LoadedDetector.detector()
        let pixels = try Canvas(.iosLogin).repeated(4).pixels()
        let cancellation = Cancellation()
        let clock = ContinuousClock()
        let cancelledAt = Timestamp()
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.15)
            cancelledAt.set(clock.now)
            cancellation.cancel()
        }
        var budget = WorkBudget(limit: Detector.workLimit, cancellation: cancellation)
        #expect(throws: DetectionFailure.cancelled) { _ = try detector.lines(of: pixels, budget: &budget) }
        let end = clock.now
        let start = try #require(cancelledAt.value)
        // Generous, as a debug build on a busy machine is slow.
        #expect(start.duration(to: end) < .milliseconds(500))
    }

    @Test("a network does not run on for whom nobody waits")
    func cancelledRun() throws {
        let detector = try LoadedDetector.detector()
        let cancellation = Cancellation()
        let run = try ModelRun(in: detector.runtime, cancellation)
        #expect(throws: Never.self) { try detector.textDetector.tryOut(run) }
        cancellation.cancel()
        #expect(throws: DetectionFailure.cancelled) { try detector.textDetector.tryOut(run) }
        #expect(throws: DetectionFailure.cancelled) { try detector.faceDetector.tryOut(run) }
    }

    @Test("networks that may take no memory say so")
    func memoryLimit() throws {
        let detector = try LoadedDetector.detector()
        let run = try ModelRun(in: detector.runtime, Cancellation())
        // What earlier calls left would do.
        detector.runtime.wipe()
        detector.runtime.limitMemory(to: 4_096)
        defer { detector.runtime.limitMemory(to: Detector.memoryLimit) }
        #expect(throws: DetectionFailure.outOfMemory(.unknown)) { try detector.textDetector.tryOut(run) }
    }

    @Test("noise takes no more than was granted, and hardly anything is found in it")
    func noiseIsBounded() throws {
        let detector = try LoadedDetector.detector()
        let pixels = try noise(width: 1_500, height: 1_000).pixels()
        var budget = WorkBudget(limit: Detector.workLimit)
        let found = try detector.lines(of: pixels, recognizing: true, budget: &budget)
        #expect(found.count < 1_000)
        #expect(try detector.faces(of: pixels, budget: &budget).count < 100)
        #expect(budget.remaining > 0)
    }

    @Test("looking starts no thread and leaves no file open")
    func contained() throws {
        let detector = try LoadedDetector.detector()
        let pixels = try Canvas(.webProfile).pixels()
        func look() throws {
            var budget = WorkBudget(limit: Detector.workLimit)
            _ = try detector.lines(of: pixels, recognizing: true, budget: &budget)
            _ = try detector.faces(of: pixels, budget: &budget)
            _ = try Detector.codes(of: pixels, budget: &budget)
        }
        let own = try threadNames()
        try look()
        #expect(Set(try threadNames().keys).subtracting(own.keys).isEmpty)
    }

    @Test("the runtime tells nobody what it does, and keeps no notes for it")
    func telemetry() throws {
        _ = try LoadedDetector.detector()
        let folder = "/proc/self/fd"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
        #expect(!files.contains { $0.contains("onnxruntime") }, "\(files)")
        #expect(ProcessInfo.processInfo.environment["ORT_DISABLE_TELEMETRY"] == "1")
    }

    /// The names of the threads of this process by their number.
    private func threadNames() throws -> [String: String] {
        let folder = "/proc/self/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: [:]) { names, thread in
            names[thread] = try? ProcessFile.text(at: "\(folder)/\(thread)/comm")
        }
    }
}

/// A time that one thread sets and another reads.
private final class Timestamp: @unchecked Sendable {
    // Sendable: every access holds the lock.
    private let lock = NSLock()
    private var time: ContinuousClock.Instant?

    var value: ContinuousClock.Instant? { lock.withLock { time } }

    func set(_ time: ContinuousClock.Instant) { lock.withLock { self.time = time } }
}
