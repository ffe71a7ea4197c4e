import BoundedWork
import Dispatch
import Glibc
import Synchronization
import Testing

@testable import RedactionJobs

@Suite("Image work runs on a bounded number of workers behind a bounded queue")
struct JobQueueTests {
    @Test("a job may use the threads of idle workers, and none of busy ones")
    func threads() async throws {
        let pool = JobQueue(workers: 3, queueLimit: 2)
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

    @Test("threads that are not as many as workers are shared evenly")
    func sharedThreads() async throws {
        let queue = JobQueue(JobQueue.Bounds(workers: 2, threads: 5))
        #expect(try await queue.run { $0.threads }.value == 5)
        let release = DispatchSemaphore(value: 0)
        async let busy: Void = queue.run { _ in release.wait() }.value
        while queue.statistics.busy < 1 { await Task.yield() }
        #expect(try await queue.run { $0.threads }.value == 2)
        release.signal()
        try await busy
    }

    @Test("never more jobs run at a time than there are workers, and all that were taken run")
    func concurrency() async throws {
        let pool = JobQueue(workers: 2, queueLimit: 100)
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
        let pool = JobQueue(workers: 1, queueLimit: 1)
        let gate = DispatchSemaphore(value: 0)
        let started = Flag()
        async let running = pool.run { _ in
            started.raise()
            gate.wait()
        }
        while !started.isRaised { await Task.yield() }
        async let waiting = pool.run { _ in 7 }
        while !pool.isFull { await Task.yield() }
        let refusal = try #require(pool.refusal(for: "one"))
        await #expect(throws: refusal) { try await pool.run { _ in 8 } }
        gate.signal()
        _ = try await running
        #expect(try await waiting.value == 7)
        #expect(try await pool.run { _ in 9 }.value == 9)
    }

    @Test("a job whose task is cancelled while it waits never runs, and its place is free again")
    func cancelledWhileWaiting() async throws {
        let pool = JobQueue(workers: 1, queueLimit: 1)
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
        await #expect(throws: JobQueue.Refusal.cancelled) { try await waiting.value }
        #expect(!pool.isFull)
        gate.signal()
        _ = try await running
        _ = try await pool.run { _ in 0 }
        #expect(!ran.isRaised)
    }

    @Test("a job whose task is cancelled while it runs is told so")
    func cancelledWhileRunning() async throws {
        let pool = JobQueue(workers: 1, queueLimit: 0)
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

    @Test("of several workers one is left by jobs that look, for those that do not", arguments: [2, 3])
    func looks(_ workers: Int) async throws {
        try await Self.leaveOne(of: JobQueue(workers: workers, queueLimit: 100), JobKind(looks: true))
    }

    @Test("of several workers one is left by jobs that are known to take long", arguments: [2, 3])
    func longJobs(_ workers: Int) async throws {
        let queue = JobQueue(workers: workers, queueLimit: 100)
        let kind = JobKind("long")
        queue.state.withLock { $0.costs.note(2, of: kind) }
        try await Self.leaveOne(of: queue, kind)
    }

    @Test("of several workers one is left by jobs of which nothing is known but that their client has sent long ones")
    func longClient() async throws {
        let queue = JobQueue(workers: 2, queueLimit: 100)
        queue.state.withLock { state in
            let place = state.place(of: "busy", JobKind("first"))
            #expect(!place.lane.looks)
            state.waiting.startAtOnce(place)
            state.noteEnd(of: place, JobKind("first"), after: 2)
            state.costs.note(0.01, of: JobKind("short"))
            #expect(!state.place(of: "busy", JobKind("short")).lane.looks)
            #expect(!state.place(of: "one", JobKind("second")).lane.looks)
        }
        try await Self.leaveOne(of: queue, JobKind("second"))
    }

    /// Makes sure that jobs of a kind leave a worker of `queue` to those of another client.
    private static func leaveOne(of queue: JobQueue, _ kind: JobKind) async throws {
        let workers = queue.workers.count
        let gauge = Gauge()
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<workers * 2 {
                group.addTask {
                    _ = try await queue.run(for: "busy", kind: kind) { turn in
                        #expect(turn.mayLook)
                        gauge.enter()
                        gate.wait()
                        gauge.leave()
                        return 0
                    }
                }
            }
            // A job that a worker has taken begins a little later.
            while queue.statistics.waiting < workers + 1 || gauge.maximum < workers - 1 { await Task.yield() }
            #expect(queue.statistics.idle == 1)
            for _ in 0..<5 { #expect(try await queue.run { _ in 7 }.value == 7) }
            for _ in 0..<workers * 2 { gate.signal() }
            try await group.waitForAll()
        }
        #expect(gauge.maximum == workers - 1)
        #expect(queue.statistics.idle == workers)
    }

    @Test("the only worker looks, too")
    func onlyLook() async throws {
        let queue = JobQueue(workers: 1, queueLimit: 1)
        #expect(try await queue.run(for: "one", kind: JobKind(looks: true)) { $0.mayLook }.value)
        #expect(try await queue.run(for: "one", kind: JobKind(looks: nil)) { $0.mayLook }.value)
        #expect(try await !queue.run(for: "one", kind: JobKind(looks: false)) { $0.mayLook }.value)
    }

    /// Runs `body` while a job looks, which ends when that says so, and at its end.
    private static func whileOneLooks(
        on queue: JobQueue,
        _ body: (_ release: () -> Void) async throws -> Void
    ) async throws {
        let gate = DispatchSemaphore(value: 0)
        let started = Flag()
        async let looking = queue.run(for: "one", kind: JobKind(looks: true)) { _ in
            started.raise()
            gate.wait()
            return 0
        }
        while !started.isRaised { await Task.yield() }
        do {
            defer { gate.signal() }
            try await body { gate.signal() }
        }
        _ = try await looking
    }

    @Test("a job that turns out to look, and may not, runs again when it may, before others of its client")
    func handedBack() async throws {
        let queue = JobQueue(workers: 2, queueLimit: 100)
        try await Self.whileOneLooks(on: queue) { release in
            let turns = Mutex<[Bool]>([])
            async let unknown = queue.run(for: "two", kind: JobKind(looks: nil)) { turn in
                turns.withLock { $0.append(turn.mayLook) }
                return turn.mayLook ? 1 : nil
            }
            while turns.withLock({ $0.isEmpty }) || queue.statistics.idle < 1 { await Task.yield() }
            #expect(queue.statistics.waiting == 1)
            release()
            let value = try await unknown.value
            #expect(value == 1)
            #expect(turns.withLock { $0 } == [false, true])
        }
    }

    @Test("a job that was handed back and is not wanted any more is refused")
    func handedBackInVain() async throws {
        let queue = JobQueue(workers: 2, queueLimit: 100)
        try await Self.whileOneLooks(on: queue) { _ in
            for moment in [0.0, 0.02] {
                let task = Task {
                    try await queue.run(for: "two", kind: JobKind(looks: nil)) { turn -> Int? in
                        usleep(10_000)
                        return turn.mayLook ? 1 : nil
                    }.value
                }
                try await Task.sleep(for: .seconds(moment))
                task.cancel()
                await #expect(throws: JobQueue.Refusal.cancelled) { try await task.value }
            }
            #expect(queue.statistics.waiting == 0)
        }
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
extension JobQueue {
    convenience init(workers: Int, queueLimit: Int) {
        self.init(Bounds(workers: workers, queue: queueLimit))
    }

    /// Whether a job would be refused now.
    var isFull: Bool { refusal(for: "one") != nil }

    /// The refusal of a job of `client` now; nil if it would be taken.
    func refusal(for client: String, _ kind: JobKind = JobKind()) -> Refusal? {
        state.withLock { refusal(of: $0.place(of: client, kind), isToCome: true, &$0) }
    }

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
