import BoundedWork
import Dispatch
import Glibc
import Synchronization
import Testing

@testable import SnapveilService

@Suite("Image work runs on a bounded number of workers behind a bounded queue")
struct WorkerPoolTests {
    @Test("a job may use the threads of idle workers, and none of busy ones")
    func threads() async throws {
        let pool = WorkerPool(workers: 3, queueLimit: 2)
        #expect(try await pool.run { $0.threads }.value == 3)
        let release = DispatchSemaphore(value: 0)
        async let busy: Void = pool.run { _ in release.wait() }.value
        var threads = 3
        for _ in 0..<10_000 where threads != 2 {
            threads = try await pool.run { $0.threads }.value
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(threads == 2)
        release.signal()
        try await busy
    }

    @Test("never more jobs run at a time than there are workers, and all that were taken run")
    func concurrency() async throws {
        let pool = WorkerPool(workers: 2, queueLimit: 100)
        let gauge = Gauge()
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...40 {
                group.addTask {
                    try await pool.run { _ in
                        gauge.enter()
                        usleep(1000)
                        gauge.leave()
                        return number
                    }.value
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == 820)
        #expect(gauge.maximum <= 2)
    }

    @Test("a job that finds the queue full is refused at once, and the next one is taken again")
    func full() async throws {
        let pool = WorkerPool(workers: 1, queueLimit: 1)
        let gate = DispatchSemaphore(value: 0)
        let started = Flag()
        async let running = pool.run { _ in
            started.raise()
            gate.wait()
        }
        while !started.isRaised { await Task.yield() }
        async let waiting = pool.run { _ in 7 }
        while !pool.isFull { await Task.yield() }
        await #expect(throws: WorkerPool.Refusal.full(retryAfter: .zero)) { try await pool.run { _ in 8 } }
        gate.signal()
        _ = try await running
        #expect(try await waiting.value == 7)
        #expect(try await pool.run { _ in 9 }.value == 9)
    }

    @Test("a job whose task is cancelled while it waits never runs, and its place is free again")
    func cancelledWhileWaiting() async throws {
        let pool = WorkerPool(workers: 1, queueLimit: 1)
        let gate = DispatchSemaphore(value: 0)
        let ran = Flag()
        let started = Flag()
        async let running = pool.run { _ in
            started.raise()
            gate.wait()
        }
        while !started.isRaised { await Task.yield() }
        let waiting = Task { try await pool.run { _ in ran.raise() } }
        while !pool.isFull { await Task.yield() }
        waiting.cancel()
        await #expect(throws: WorkerPool.Refusal.cancelled) { try await waiting.value }
        #expect(!pool.isFull)
        gate.signal()
        _ = try await running
        _ = try await pool.run { _ in 0 }
        #expect(!ran.isRaised)
    }

    @Test("a job whose task is cancelled while it runs is told so")
    func cancelledWhileRunning() async throws {
        let pool = WorkerPool(workers: 1, queueLimit: 0)
        let started = Flag()
        let running = Task {
            try await pool.run { work in
                started.raise()
                for _ in 0..<10_000 where !work.isCancelled { usleep(1000) }
                return work.isCancelled
            }
        }
        while !started.isRaised { await Task.yield() }
        running.cancel()
        #expect(try await running.value.value)
    }

    /// Counts how many are in at a time.
    private final class Gauge: Sendable {
        private let counts = Mutex((now: 0, most: 0))

        var maximum: Int { counts.withLock { $0.most } }

        func enter() {
            counts.withLock { counts in
                counts.now += 1
                counts.most = max(counts.most, counts.now)
            }
        }

        func leave() {
            counts.withLock { $0.now -= 1 }
        }
    }
}

/// A pool as the tests use it that have one client.
extension WorkerPool {
    convenience init(workers: Int, queueLimit: Int) {
        self.init(Bounds(workers: workers, queue: queueLimit))
    }

    /// Whether a job would be refused now.
    var isFull: Bool { refusal(for: "one") != nil }

    func run<Value: Sendable>(
        _ work: @escaping @Sendable (WorkContext) -> Value
    ) async throws -> (value: Value, cost: Cost) {
        try await run(for: "one") { turn in work(turn.work) }
    }
}

/// Something that has happened, or not yet.
final class Flag: Sendable {
    private let state = Atomic(false)

    var isRaised: Bool { state.load(ordering: .relaxed) }

    func raise() { state.store(true, ordering: .relaxed) }
}
