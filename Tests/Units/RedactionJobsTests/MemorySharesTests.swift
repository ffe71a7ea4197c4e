import BoundedWork
import Dispatch
import Foundation
import Testing

@testable import RedactionJobs

@Suite("Memory that jobs share")
struct MemorySharesTests {
    /// A job that begins, asks for what it needs unless it has that already, and ends.
    private struct Job: Hashable {
        enum Step: Hashable { case beginning, asking, waiting, ending, done }

        let need: Int
        let initial: Int
        var step = Step.beginning
        /// The place of its beginning among those of all jobs.
        var number = -1
    }

    /// Where some jobs are at a time.
    private struct Moment: Hashable {
        var shares: MemoryShares
        var jobs: [Job]
    }

    private static let capacity = 4

    /// Takes the next step of a job, and checks that nobody who waits is passed by.
    private static func step(_ index: Int, of moment: inout Moment) throws {
        let waiting = moment.jobs.filter { $0.step == .waiting }.map(\.number)
        var granted: [Int] = []
        switch moment.jobs[index].step {
        case .beginning:
            let number = moment.shares.begin(with: moment.jobs[index].initial)
            moment.jobs[index].number = number
            let has = moment.shares.byteCount(of: number)
            try #require(has == 0 || waiting.isEmpty, "a job that has just begun passes one that waits")
            moment.jobs[index].step = moment.jobs[index].need <= has ? .ending : .asking
        case .asking:
            moment.jobs[index].step = .waiting
            granted = moment.shares.require(moment.jobs[index].need, for: moment.jobs[index].number)
        case .ending:
            moment.jobs[index].step = .done
            granted = moment.shares.end(moment.jobs[index].number)
        case .waiting, .done: Issue.record("there is no such step")
        }
        let others = Set(waiting + [moment.jobs[index].number]).subtracting(granted)
        try #require(
            granted == granted.sorted()
                && granted.allSatisfy { number in others.allSatisfy { $0 > number || !isWaiting($0, moment) } }
        )
        for number in granted {
            let index = moment.jobs.firstIndex { $0.number == number }
            if let index { moment.jobs[index].step = .ending }
        }
    }

    private static func isWaiting(_ number: Int, _ moment: Moment) -> Bool {
        moment.jobs.contains { $0.number == number && $0.step == .waiting }
    }

    /// Checks what holds at any time.
    private static func check(_ moment: Moment) throws {
        let held = moment.jobs.map { moment.shares.byteCount(of: $0.number) }
        try #require(held.reduce(moment.shares.available, +) == capacity && moment.shares.available >= 0)
        for (job, bytes) in zip(moment.jobs, held) {
            switch job.step {
            case .waiting, .done, .beginning: try #require(bytes == 0, "a job that waits holds memory")
            case .asking: try #require(bytes == 0 || bytes == job.initial)
            case .ending: try #require(bytes >= job.need)
            }
        }
    }

    /// Takes steps in every order from `moment` on, each moment once.
    private static func explore(_ moment: Moment, _ seen: inout Set<Moment>) throws {
        guard seen.insert(moment).inserted else { return }
        try check(moment)
        let movable = moment.jobs.indices.filter { moment.jobs[$0].step != .waiting && moment.jobs[$0].step != .done }
        try #require(!movable.isEmpty || moment.jobs.allSatisfy { $0.step == .done }, "nobody can go on: \(moment)")
        for index in movable {
            var next = moment
            try step(index, of: &next)
            try explore(next, &seen)
        }
    }

    @Test(
        "two and three jobs of every size end in every order of their steps, and the one that began first has its turn first",
        arguments: [2, 3]
    )
    func orders(_ count: Int) throws {
        var seen = Set<Moment>()
        let kinds = (1...Self.capacity).flatMap { need in (0...Self.capacity / 2).map { Job(need: need, initial: $0) } }
        var sets: [[Job]] = [[]]
        for _ in 0..<count { sets = sets.flatMap { set in kinds.map { set + [$0] } } }
        for jobs in sets {
            try Self.explore(Moment(shares: MemoryShares(capacity: Self.capacity), jobs: jobs), &seen)
        }
        try #require(seen.count > 1000)
    }

    /// Has a thread wait for memory; what it signals when it has, or has not.
    private static func wait(
        for bytes: Int,
        in share: WorkMemory.Share,
        _ cancellation: Cancellation,
        _ isGranted: Flag
    ) -> DispatchSemaphore {
        let end = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            if share.require(bytes, cancellation) { isGranted.raise() }
            end.signal()
        }
        return end
    }

    private static func eventually(_ condition: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(5)
        while ContinuousClock.now < deadline {
            if condition() { return true }
            usleep(1000)
        }
        return false
    }

    @Test("two jobs that have half each and need more get it, the older first")
    func halves() {
        let memory = WorkMemory(capacity: 100)
        let (older, younger) = (memory.share(of: 50), memory.share(of: 50))
        #expect(older.initialByteCount == 50 && younger.initialByteCount == 50)
        let (first, second) = (Flag(), Flag())
        let isOver = Self.wait(for: 70, in: younger, Cancellation(), second)
        #expect(Self.eventually { memory.statistics.waiting == 1 })
        #expect(memory.statistics.used == 50)
        #expect(Self.wait(for: 70, in: older, Cancellation(), first).wait(timeout: .now() + 5) == .success)
        #expect(first.isRaised && !second.isRaised)
        older.end()
        #expect(isOver.wait(timeout: .now() + 5) == .success)
        #expect(second.isRaised)
        younger.end()
        #expect(memory.statistics.used == 0 && memory.statistics.waiting == 0)
    }

    @Test("a wait ends when nobody waits for the job any more, and the next is served")
    func cancellation() {
        let memory = WorkMemory(capacity: 100)
        let holder = memory.share(of: 60)
        let (big, small) = (memory.share(), memory.share())
        let cancellation = Cancellation()
        let (first, second) = (Flag(), Flag())
        let isFirstOver = Self.wait(for: 100, in: big, cancellation, first)
        #expect(Self.eventually { memory.statistics.waiting == 1 })
        let isSecondOver = Self.wait(for: 10, in: small, Cancellation(), second)
        #expect(isSecondOver.wait(timeout: .now() + .milliseconds(50)) == .timedOut, "it passes one that waits")
        #expect(memory.share(of: 10).initialByteCount == 0)
        cancellation.cancel()
        #expect(isFirstOver.wait(timeout: .now() + 5) == .success && !first.isRaised)
        #expect(isSecondOver.wait(timeout: .now() + 5) == .success && second.isRaised)
        #expect(!holder.require(50, cancellation))
        small.end()
        #expect(memory.statistics.used == 0 && memory.statistics.waiting == 0)
    }

    @Test("nobody waits for more than there is")
    func excess() {
        let memory = WorkMemory(capacity: 100)
        let share = memory.share(of: 200)
        #expect(share.initialByteCount == 100)
        #expect(!share.require(101, Cancellation()) && !share.require(-1, Cancellation()))
        share.end()
        #expect(memory.share().require(100, Cancellation()))
    }
}
