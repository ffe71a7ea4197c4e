import BoundedWork
import Dispatch
import Glibc
import Synchronization
import Testing

@testable import RedactionJobs

@Suite("The queue knows what work costs")
struct JobCostTests {
    @Test("a short job of a client does not wait for its long ones, once it is known how long they are")
    func shortFirst() async throws {
        let queue = JobQueue(workers: 1, queueLimit: 100)
        let (short, long) = (JobKind("short"), JobKind("long"))
        for _ in 0..<3 {
            _ = try await queue.run(for: "one", kind: long) { _ in usleep(50_000) }
            _ = try await queue.run(for: "one", kind: short) { _ in 0 }
        }
        let ended = Ends()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    _ = try await queue.run(for: "one", kind: long) { _ in
                        usleep(50_000)
                        ended.note(long)
                    }
                }
            }
            while queue.statistics.waiting < 9 { await Task.yield() }
            let expected = queue.statistics.expectedWait
            #expect(expected > .milliseconds(400) && expected < .seconds(2))
            _ = try await queue.run(for: "one", kind: short) { _ in ended.note(short) }
            try await group.waitForAll()
        }
        #expect(ended.kinds.firstIndex(of: short) ?? .max <= 3)
    }

    @Test("the time of a job that nobody waited for any more says nothing of others")
    func cancelledTimes() async throws {
        let queue = JobQueue(workers: 1, queueLimit: 100)
        _ = try await queue.run { _ in usleep(100_000) }
        let before = queue.statistics.expectedWait
        #expect(before == .zero)
        for _ in 0..<5 {
            let started = Flag()
            let task = Task {
                try await queue.run { work in
                    started.raise()
                    while !work.isCancelled { usleep(100) }
                }
            }
            while !started.isRaised { await Task.yield() }
            task.cancel()
            _ = try await task.value
        }
        let gate = DispatchSemaphore(value: 0)
        async let running = queue.run { _ in gate.wait() }
        while queue.statistics.busy < 1 { await Task.yield() }
        #expect(queue.statistics.expectedWait >= .milliseconds(45))
        gate.signal()
        _ = try await running
    }

    @Test("a place that is kept for a job counts for others, until the job is there or will not come")
    func reservations() async throws {
        let queue = JobQueue(JobQueue.Bounds(workers: 1, maximumWait: .milliseconds(280)))
        _ = try await queue.run(for: "one") { _ in usleep(100_000) }
        let gate = DispatchSemaphore(value: 0)
        async let running = queue.run(for: "one") { _ in gate.wait() }
        while queue.statistics.busy < 1 { await Task.yield() }
        var places: [JobQueue.Reservation] = []
        for _ in 0..<2 { places.append(try queue.reservation(for: "one", JobKind())) }
        // Three more jobs take longer than one may wait, as the one that runs is half done.
        #expect(queue.refusal(for: "one") == nil)
        places.append(try queue.reservation(for: "one", JobKind()))
        #expect(queue.refusal(for: "one") != nil)
        #expect(throws: JobQueue.Refusal.self) { try queue.reservation(for: "one", JobKind()) }
        // Whoever has a place is not refused.
        let place = places.removeLast()
        async let kept = queue.run(for: "one", reservation: place) { _ in 7 }
        while queue.statistics.waiting < 1 { await Task.yield() }
        #expect(queue.refusal(for: "one") != nil)
        places = []
        #expect(queue.refusal(for: "one") == nil)
        gate.signal()
        _ = try await running
        #expect(try await kept.value == 7)
        #expect(queue.statistics.expectedWait == .zero)
    }

    @Test(
        "a client of which a short job was refused need not be read for a moment, and one of which a long job was, is"
    )
    func moments() async throws {
        let queue = JobQueue(JobQueue.Bounds(workers: 1, maximumWait: .milliseconds(200)))
        let (short, long) = (JobKind("short"), JobKind("long"))
        _ = try await queue.run(for: "one", kind: long) { _ in usleep(300_000) }
        _ = try await queue.run(for: "one", kind: short) { _ in usleep(10_000) }
        let gate = DispatchSemaphore(value: 0)
        async let running = queue.run(for: "one", kind: short) { _ in gate.wait() }
        while queue.statistics.busy < 1 { await Task.yield() }
        async let waiting = queue.run(for: "one", kind: long) { _ in 0 }
        while queue.statistics.waiting < 1 { await Task.yield() }
        #expect(queue.refusal(for: "one", long) != nil)
        #expect(!queue.refusesShort(of: "one", behind: 0))
        #expect(queue.refusesShort(of: "one", behind: 1000))
        var places: [JobQueue.Reservation] = []
        while let place = try? queue.reservation(for: "one", short) { places.append(place) }
        places = []
        #expect(queue.refusesShort(of: "one", behind: 0))
        #expect(!queue.refusesShort(of: "two", behind: 0))
        try await Task.sleep(for: .milliseconds(25))
        #expect(!queue.refusesShort(of: "one", behind: 0))
        gate.signal()
        _ = try await (running, waiting)
        #expect(!queue.refusesShort(of: "one", behind: 1000))
    }

    @Test("places are given out as far as one may wait, also while a worker has nothing to do")
    func placesWhileIdle() async throws {
        let queue = JobQueue(JobQueue.Bounds(workers: 1, maximumWait: .milliseconds(950)))
        _ = try await queue.run(for: "one") { _ in usleep(100_000) }
        var places: [JobQueue.Reservation] = []
        while let place = try? queue.reservation(for: "one", JobKind()) { places.append(place) }
        #expect((9...10).contains(places.count))
        #expect(throws: Never.self) { try queue.reservation(for: "two", JobKind()) }
        places.removeLast(2)
        #expect(throws: Never.self) { try queue.reservation(for: "one", JobKind()) }
    }

    @Test("what comes slowly keeps its place for a while only")
    func slowJobs() {
        var jobs = ExpectedJobs()
        let start = ContinuousClock.now
        let (first, second) = (jobs.add("one", 1, at: start), jobs.add("one", 2, at: start + .seconds(1)))
        jobs.expire(at: start + ExpectedJobs.patience - .milliseconds(1))
        #expect(jobs.seconds(of: "one") == 3)
        jobs.expire(at: start + ExpectedJobs.patience)
        #expect(jobs.seconds(of: "one") == 2)
        let removed = (jobs.remove(first), jobs.remove(second))
        #expect(removed == (false, true))
        #expect(jobs.seconds(of: "one") == 0)
    }

    /// The kinds of jobs in the order of their ends.
    private final class Ends: Sendable {
        private let storage = Mutex<[JobKind]>([])

        var kinds: [JobKind] { storage.withLock { $0 } }

        func note(_ kind: JobKind) { storage.withLock { $0.append(kind) } }
    }
}
