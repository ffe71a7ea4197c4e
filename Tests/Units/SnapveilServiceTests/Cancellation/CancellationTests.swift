import BoundedWork
import Containment
import Foundation
import HTTPServer
import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import RedactionJobs
@testable import SnapveilService

/// By default with a few megapixels and one attempt a case, as often as tests are run. `Tests/System/Load/cancellation.sh` has the
/// largest inputs and many attempts.
@Suite("Work that nobody waits for ends soon, whatever it is", .serialized)
struct CancellationTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let attempts = environment["SNAPVEIL_CANCELLATION_ATTEMPTS"].flatMap { Int($0) }
    private static let megapixels = attempts == nil ? 3 : 49
    private static let cases = CancellationCase.all.filter { work in
        environment["SNAPVEIL_CANCELLATION_CASES"].map { $0.isEmpty || work.name.contains($0) } ?? true
    }
    #if DEBUG
    /// Code that is not optimised takes many times as long.
    private static let slowness = 10.0
    #else
    private static let slowness = 1.0
    #endif
    /// Seconds of a processor that work may take after it was called off.
    private static let limit = 0.1 * slowness

    @Test("it does, for each style, target and format", arguments: cases)
    func latency(of work: CancellationCase) throws {
        let (call, body) = try work.request(LargestFiles(megapixels: Self.megapixels))
        let workshop = Workshop(redactor: Redactor(), workBytes: 1 << 30)
        func latency(callingOffAfter moment: Double, threads: Int) -> AbandonedWork.Latency {
            AbandonedWork.latency(callingOffAfter: moment, threads: threads) { context in
                let terms = JobTerms(work: context) { _ in true }
                guard case .done(let parts)? = try? call.perform(body, in: workshop, terms: terms) else { return false }
                return (try? SanitizeReply.response(to: call, parts, context.cancellation)) != nil
            }
        }
        var generator = SeededGenerator(seed: work.name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
        let whole = Self.attempts.map { _ in latency(callingOffAfter: .infinity, threads: 1) }
        let duration = whole?.total ?? work.duration * Self.slowness * Double(Self.megapixels) / 50
        var latencies: [AbandonedWork.Latency] = []
        for attempt in 0..<(Self.attempts ?? 1) {
            let moment = duration * Double(generator.next() % 10_000) / 10_000
            let latency = latency(callingOffAfter: moment, threads: 1 + attempt % 2)
            #expect(latency.processor < Self.limit, "called off after \(moment) s")
            #expect(latency.wasCalledOff || latency.hasResult, "the work is impossible")
            latencies.append(latency)
        }
        if let whole { report(work, whole, latencies) }
    }

    /// Prints a row of a table.
    private func report(_ work: CancellationCase, _ whole: AbandonedWork.Latency, _ all: [AbandonedWork.Latency]) {
        func milliseconds(_ seconds: Double?) -> Int { Int((seconds ?? 0) * 1000) }
        let worst = milliseconds(all.map(\.processor).max())
        let slowest = milliseconds(all.map(\.wall).max())
        print("| \(work.name) | \(milliseconds(whole.total)) ms | \(worst) ms | \(slowest) ms | \(whole.hasResult) |")
    }
}
