import Foundation
import Synchronization
import Testing

@testable import BoundedWork

@Suite("Pieces of a schedule are done as they become ready")
struct ScheduleTests {
    /// Pieces `1...count`: each odd one waits for the odd one before it, each even one for the odd one before it.
    private struct Chain: Schedule {
        var ended: Set<Int> = []
        var waiting: [Int]
        var outcomes: [Int] = []

        init(_ count: Int) {
            waiting = Array(1...count)
        }

        mutating func next() -> Int? {
            waiting.firstIndex { Self.isReady($0, after: ended) }.map { waiting.remove(at: $0) }
        }

        static func isReady(_ piece: Int, after ended: Set<Int>) -> Bool {
            let needed = piece.isMultiple(of: 2) ? piece - 1 : piece - 2
            return needed < 1 || ended.contains(needed)
        }

        mutating func note(_ outcome: Int, of piece: Int) {
            ended.insert(piece)
            outcomes.append(outcome)
        }
    }

    private struct Failure: Error, Equatable {}

    @Test("all are done once, none before what it waits for", arguments: [1, 2, 3, 8])
    func order(threads: Int) {
        for _ in 0..<200 {
            let ended = Mutex<Set<Int>>([])
            let end = WorkContext(threads: { threads }).perform(Chain(20)) { piece in
                #expect(ended.withLock { Chain.isReady(piece, after: $0) })
                #expect(ended.withLock { $0.insert(piece).inserted })
                return piece * piece
            }
            #expect(end.waiting.isEmpty)
            #expect(end.outcomes.sorted() == (1...20).map { $0 * $0 })
        }
    }

    @Test(
        "two pieces are done at the same time where there are two threads",
        .enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1)
    )
    func atOnce() {
        // Others may have the helpers at the moment.
        for _ in 0..<1_000 {
            let semaphores = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
            let met = Atomic(0)
            WorkContext(threads: { 2 }).perform(Chain(3)) { piece in
                guard piece > 1 else { return 0 }
                semaphores[piece - 2].signal()
                let isMet = semaphores[3 - piece].wait(timeout: .now() + .milliseconds(20)) == .success
                met.add(isMet ? 1 : 0, ordering: .relaxed)
                return 0
            }
            if met.load(ordering: .relaxed) == 2 { return }
        }
        Issue.record("two pieces were never done at the same time")
    }

    @Test("no more pieces are done at a time than is allowed", arguments: [1, 2])
    func limit(limit: Int) {
        let running = Atomic(0)
        let most = Atomic(0)
        WorkContext(threads: { 4 }).perform(Chain(40), atMost: limit) { _ in
            most.max(running.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
            usleep(200)
            running.subtract(1, ordering: .relaxed)
            return 0
        }
        #expect(most.load(ordering: .relaxed) <= limit)
    }

    @Test("an error is thrown, and no piece is begun after it", arguments: [1, 2, 4])
    func failure(threads: Int) {
        let begun = Atomic(0)
        #expect(throws: Failure()) {
            try WorkContext(threads: { threads }).perform(Chain(1_000)) { (piece) throws(Failure) in
                begun.add(1, ordering: .relaxed)
                if piece >= 5 { throw Failure() }
                return 0
            }
        }
        #expect(begun.load(ordering: .relaxed) <= 5 + threads)
    }

    @Test("no piece is begun once the work is cancelled", arguments: [1, 2, 4])
    func cancelled(threads: Int) {
        let cancellation = Cancellation()
        let begun = Atomic(0)
        let end = WorkContext(cancellation: cancellation, threads: { threads }).perform(Chain(1_000)) { piece in
            begun.add(1, ordering: .relaxed)
            if piece == 5 { cancellation.cancel() }
            return 0
        }
        #expect(begun.load(ordering: .relaxed) <= 8 + threads)
        #expect(!end.waiting.isEmpty)
    }

    @Test("a thread that is needed elsewhere begins no further piece")
    func withdrawn() {
        let threads = Atomic(2)
        let begunWithOneThread = Mutex<[pthread_t: Int]>([:])
        WorkContext(threads: { threads.load(ordering: .relaxed) }).perform(Chain(100)) { piece in
            if threads.load(ordering: .relaxed) == 1 {
                begunWithOneThread.withLock { $0[pthread_self(), default: 0] += 1 }
            }
            if piece == 10 { threads.store(1, ordering: .relaxed) }
            usleep(100)
            return 0
        }
        // A thread that asked just before it was needed elsewhere begins one more.
        #expect(begunWithOneThread.withLock { $0.values.count { $0 > 1 } } == 1)
    }
}
