import Dispatch
import Foundation
import Synchronization
import Testing

@testable import RedactionJobs

@Suite("A worker that has failed is restored before it gets another job")
struct PoolUpkeepTests {
    /// Workers of which some are broken.
    private final class Workers: Sendable {
        let broken = Mutex<Set<Int>>([])
        let restored = Mutex<[Int]>([])
        let idleCounts = Mutex<[Int]>([])
        let gate = DispatchSemaphore(value: 0)

        func pool(workers: Int) -> JobQueue {
            let upkeep = JobQueue.Upkeep(
                needsRestoring: { worker in self.broken.withLock { $0.contains(worker) } },
                restore: { worker in
                    self.gate.wait()
                    self.broken.withLock { _ = $0.remove(worker) }
                    self.restored.withLock { $0.append(worker) }
                },
                noteIdle: { count in self.idleCounts.withLock { $0.append(count) } }
            )
            return JobQueue(JobQueue.Bounds(workers: workers), upkeep: upkeep)
        }
    }

    @Test("its client has the reply before that, and the next job waits for it")
    func reply() async throws {
        let workers = Workers()
        let pool = workers.pool(workers: 1)
        let first = try await pool.run(for: "one") { turn in
            workers.broken.withLock { _ = $0.insert(turn.worker) }
            return 1
        }.value
        #expect(first == 1)
        #expect(workers.restored.withLock { $0 } == [])
        async let second = pool.run(for: "one") { _ in workers.restored.withLock { $0 } }.value
        workers.gate.signal()
        #expect(try await second == [0])
    }

    @Test("a job that looks waits for no worker that is restored")
    func looks() async throws {
        let workers = Workers()
        let pool = workers.pool(workers: 2)
        _ = try await pool.run(for: "one", kind: JobKind(looks: true)) { turn in
            workers.broken.withLock { _ = $0.insert(turn.worker) }
            return 0
        }
        #expect(try await pool.run(for: "one", kind: JobKind(looks: true)) { $0.mayLook }.value)
        workers.gate.signal()
    }

    @Test("the others go on meanwhile")
    func others() async throws {
        let workers = Workers()
        let pool = workers.pool(workers: 2)
        let failed = try await pool.run(for: "one") { turn in
            workers.broken.withLock { _ = $0.insert(turn.worker) }
            return turn.worker
        }.value
        for _ in 0..<5 {
            #expect(try await pool.run(for: "one") { $0.worker }.value != failed)
        }
        workers.gate.signal()
    }

    @Test("a job gets the worker that it prefers, if that one has nothing to do")
    func preference() async throws {
        let pool = JobQueue(JobQueue.Bounds(workers: 4))
        for worker in [2, 0, 3, 1, 1] {
            #expect(try await pool.run(for: "one", preferring: worker) { $0.worker }.value == worker)
            #expect(pool.likeliestWorker == worker)
        }
    }

    @Test("it is noted how many have nothing to do")
    func idle() async throws {
        let workers = Workers()
        let pool = workers.pool(workers: 3)
        _ = try await pool.run(for: "one") { _ in }
        #expect(workers.idleCounts.withLock { $0 } == [3, 2, 3])
    }

    @Test("a chore is done behind the job of its worker")
    func chore() async throws {
        let pool = JobQueue(JobQueue.Bounds(workers: 1))
        let (isStarted, isDone) = (DispatchSemaphore(value: 0), Flag())
        async let job: Void = pool.run(for: "one") { _ in
            isStarted.signal()
            Thread.sleep(forTimeInterval: 0.05)
            isDone.raise()
        }.value
        isStarted.wait()
        let wasDone = await withCheckedContinuation { continuation in
            pool.schedule(on: 0) { continuation.resume(returning: isDone.isRaised) }
        }
        #expect(wasDone)
        try await job
    }
}
