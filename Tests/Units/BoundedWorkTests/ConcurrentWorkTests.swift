import Dispatch
import Foundation
import Synchronization
import Testing

@testable import BoundedWork

@Suite("Pieces of work are done at the same time")
struct ConcurrentWorkTests {
    private struct Failure: Error, Equatable { let piece: Int }

    @Test("every piece is done once, and the results are in order", arguments: [1, 2, 3, 8], [0, 1, 2, 100])
    func results(threads: Int, count: Int) {
        let done = Mutex<[Int]>([])
        let results = WorkContext(threads: { threads }).map(count) { piece in
            done.withLock { $0.append(piece) }
            return piece * piece
        }
        #expect(results == (0..<count).map { $0 * $0 })
        #expect(done.withLock { $0.sorted() } == Array(0..<count))
    }

    @Test(
        "two pieces are worked on at a time where there are two threads",
        .enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1)
    )
    func atOnce() {
        // Others may have the helpers at the moment.
        for _ in 0..<1_000 {
            let semaphores = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
            let met = WorkContext(threads: { 2 }).map(2) { piece in
                semaphores[piece].signal()
                return semaphores[1 - piece].wait(timeout: .now() + .milliseconds(20)) == .success
            }
            if met == [true, true] { return }
        }
        Issue.record("two pieces were never worked on at the same time")
    }

    @Test("no more pieces are worked on at a time than there are threads, or than is allowed", arguments: [1, 2, 5])
    func limit(limit: Int) {
        let running = Atomic(0)
        let most = Atomic(0)
        _ = WorkContext(threads: { 4 }).map(40, atMost: limit) { _ in
            let count = running.add(1, ordering: .relaxed).newValue
            most.max(count, ordering: .relaxed)
            usleep(500)
            running.subtract(1, ordering: .relaxed)
        }
        #expect(most.load(ordering: .relaxed) <= min(limit, 4))
    }

    @Test("a thread that is needed elsewhere takes no further piece")
    func withdrawn() {
        let threads = Atomic(2)
        let begunWithOneThread = Mutex<[UInt: Int]>([:])
        _ = WorkContext(threads: { threads.load(ordering: .relaxed) }).map(60) { piece in
            if threads.load(ordering: .relaxed) == 1 {
                begunWithOneThread.withLock { $0[pthread_self(), default: 0] += 1 }
            }
            if piece == 10 { threads.store(1, ordering: .relaxed) }
            usleep(500)
        }
        // A thread that asked just before it was needed elsewhere begins one more.
        #expect(begunWithOneThread.withLock { $0.values.count { $0 > 1 } } == 1)
    }

    @Test("the error of the first piece that fails is thrown, and no piece is begun after it", arguments: [1, 2, 4])
    func failure(threads: Int) {
        let begun = Atomic(0)
        #expect(throws: Failure(piece: 3)) {
            _ = try WorkContext(threads: { threads }).map(1_000) { (piece) throws(Failure) in
                begun.add(1, ordering: .relaxed)
                if piece >= 3 { throw Failure(piece: piece) }
            }
        }
        #expect(begun.load(ordering: .relaxed) <= 3 + threads)
    }
}
