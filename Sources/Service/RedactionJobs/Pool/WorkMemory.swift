import BoundedWork
import Dispatch
import Synchronization

/// The memory for the pictures of all jobs. A job that finds too little waits on its worker for jobs that hold all that they
/// need.
package final class WorkMemory: Sendable {
    package let capacity: Int

    private let state: Mutex<State>

    private struct State {
        var shares: MemoryShares
        /// The semaphores of jobs that wait for memory.
        var wakers: [MemoryShares.Job: DispatchSemaphore] = [:]

        func wake(_ jobs: [MemoryShares.Job]) {
            for job in jobs { wakers[job]?.signal() }
        }
    }

    package struct Statistics {
        package let capacity: Int
        package let used: Int
        package let waiting: Int
    }

    package var statistics: Statistics {
        state.withLock { state in
            let shares = state.shares
            return Statistics(capacity: capacity, used: capacity - shares.available, waiting: shares.waitingCount)
        }
    }

    package init(capacity: Int) {
        self.capacity = capacity
        state = Mutex(State(shares: MemoryShares(capacity: capacity)))
    }

    /// The memory of one job, from its start to its end.
    package final class Share: Sendable {
        private let memory: WorkMemory
        private let job: MemoryShares.Job
        /// Bytes of the job from its start: all that it could have, or 0 where they were not there or another job waited.
        let initialByteCount: Int

        fileprivate init(of memory: WorkMemory, _ bytes: Int) {
            self.memory = memory
            (job, initialByteCount) = memory.state.withLock { state in
                let job = state.shares.begin(with: bytes)
                return (job, state.shares.byteCount(of: job))
            }
        }

        /// Waits until the job has `bytes` in place of its earlier bytes.
        ///
        /// - Returns: Whether it has them. It has none if there are never so many, or once nobody waits for it.
        func require(_ bytes: Int, _ cancellation: Cancellation) -> Bool {
            guard 0...memory.capacity ~= bytes else { return false }
            let waker = DispatchSemaphore(value: 0)
            memory.state.withLock { state in
                state.wakers[job] = waker
                state.wake(state.shares.require(bytes, for: job))
            }
            cancellation.whenCancelled { waker.signal() }
            waker.wait()
            memory.state.withLock { $0.wakers[job] = nil }
            if cancellation.isCancelled { end() }
            return !cancellation.isCancelled
        }

        func end() {
            memory.state.withLock { state in state.wake(state.shares.end(job)) }
        }
    }

    /// Begins the share of a job, in order behind the shares of all earlier jobs.
    ///
    /// - Parameter bytes: Bytes that the job may have from its start.
    package func share(of bytes: Int = 0) -> Share { Share(of: self, min(bytes, capacity)) }
}

/// Divides memory among jobs, without threads: each call returns the waiting jobs that have their memory now.
///
/// A job never holds memory while it waits for more: it asks once for all that it needs, and gives back first its memory from
/// the start. Of the waiting jobs, the one that began first is next, and no job gets memory before it. So every job that
/// holds memory can end, and every job that waits is first at some time.
struct MemoryShares: Hashable {
    /// A job by its place in the order of starts.
    typealias Job = Int

    private(set) var available: Int
    private var held: [Job: Int] = [:]
    /// The waiting jobs, the one that began first at the front.
    private var waiting: [Need] = []
    private var next: Job = 0

    private struct Need: Hashable {
        let job: Job
        let byteCount: Int
    }

    init(capacity: Int) {
        available = capacity
    }

    var waitingCount: Int { waiting.count }

    func byteCount(of job: Job) -> Int { held[job] ?? 0 }

    /// Begins a job, with `bytes` if they are there and no job waits, else with none.
    mutating func begin(with bytes: Int) -> Job {
        defer { next += 1 }
        if waiting.isEmpty { hold(bytes, for: next) }
        return next
    }

    /// Has a job wait for `bytes` in place of its earlier bytes, at most the capacity. It may be among the returned jobs.
    mutating func require(_ bytes: Int, for job: Job) -> [Job] {
        release(job)
        let place = waiting.firstIndex { $0.job > job } ?? waiting.endIndex
        waiting.insert(Need(job: job, byteCount: bytes), at: place)
        return settle()
    }

    /// Ends a job, which holds nothing and waits for nothing any more.
    mutating func end(_ job: Job) -> [Job] {
        release(job)
        waiting.removeAll { $0.job == job }
        return settle()
    }

    private mutating func release(_ job: Job) {
        available += held.removeValue(forKey: job) ?? 0
    }

    /// Gives a job `bytes` if they are there; whether they were.
    @discardableResult
    private mutating func hold(_ bytes: Int, for job: Job) -> Bool {
        guard bytes <= available else { return false }
        available -= bytes
        held[job] = bytes
        return true
    }

    private mutating func settle() -> [Job] {
        var granted: [Job] = []
        while let first = waiting.first, hold(first.byteCount, for: first.job) {
            granted.append(first.job)
            waiting.removeFirst()
        }
        return granted
    }
}
