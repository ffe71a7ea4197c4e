import Foundation
import Synchronization
import Testing

@testable import BoundedWork

@Suite("Threads help another one with its work")
struct HelperThreadsTests {
    /// Takes more than half of the processors' helpers, so that both halves are among them.
    private static let many = ProcessInfo.processInfo.activeProcessorCount

    @Test("each works under a number of its own, and all have ended when the call returns", arguments: [0, 1, 2, 50])
    func numbers(count: Int) {
        for _ in 0..<100 {
            let ended = Mutex<[Int]>([])
            HelperThreads.shared.perform(with: count) { thread in
                if thread > 0 { usleep(10) }
                ended.withLock { $0.append(thread) }
            }
            let numbers = ended.withLock { $0.sorted() }
            #expect(numbers == Array(0..<numbers.count))
            #expect(numbers.count <= count + 1)
        }
    }

    @Test("a thread that was helped may run where it might before")
    func restored() {
        let before = ProcessorSet.ofThisThread
        HelperThreads.shared.perform(with: Self.many) { _ in usleep(10) }
        #expect(ProcessorSet.ofThisThread == before)
    }

    @Test(
        "the first helper runs on other processors than the thread that it helps",
        .enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1)
    )
    func apart() {
        let sets = Mutex<[Int: ProcessorSet]>([:])
        // Others may have the helpers at the moment.
        for _ in 0..<10_000 {
            HelperThreads.shared.perform(with: 1) { thread in
                sets.withLock { $0[thread] = .ofThisThread }
                usleep(100)
            }
            let (own, helper) = sets.withLock { ($0[0], $0[1]) }
            guard let own, let helper, own != helper else { continue }
            #expect(own.half(0).count * own.half(1).count == 0)
            #expect(helper.half(0).count * helper.half(1).count == 0)
            return
        }
        Issue.record("no thread of the other half has ever helped")
    }

    @Test("helpers are helped, and those that have none do their work alone")
    func nested() {
        let ended = Atomic(0)
        HelperThreads.shared.perform(with: Self.many) { _ in
            HelperThreads.shared.perform(with: Self.many) { thread in
                if thread == 0 { ended.add(1, ordering: .relaxed) }
            }
            ended.add(1, ordering: .relaxed)
        }
        #expect(ended.load(ordering: .relaxed).isMultiple(of: 2))
        #expect(ended.load(ordering: .relaxed) >= 2)
    }

    @Test("there are no more than processors, and a thread keeps one of its half")
    func bounded() {
        let threads = Mutex<Set<pthread_t>>([])
        for _ in 0..<20 {
            HelperThreads.shared.perform(with: 1_000) { thread in
                if thread > 0 { _ = threads.withLock { $0.insert(pthread_self()) } }
            }
        }
        #expect(threads.withLock(\.count) <= ProcessorSet.ofThisThread.count)
        let most = Atomic(0)
        HelperThreads.shared.perform(with: 1_000) { most.max($0, ordering: .relaxed) }
        #expect(most.load(ordering: .relaxed) < ProcessorSet.ofThisThread.count)
    }

    @Test("a set has the processors of the machine that this process may use")
    func processors() {
        let all = ProcessorSet.ofThisThread
        #expect(all.count == ProcessInfo.processInfo.activeProcessorCount)
        #expect(all.half(0).count + all.half(1).count == all.count)
    }
}
