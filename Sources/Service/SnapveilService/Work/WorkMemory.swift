import BoundedWork
import Dispatch
import Synchronization

/// The memory that the pictures of all jobs may take together. A job that finds too little left waits on its worker for jobs that
/// hold all that they need.
final class WorkMemory: Sendable {
    /// Bytes that all jobs may take together.
    let capacity: Int

    private let state: Mutex<State>

    private struct State {
        var shares: MemoryShares
        /// Wakes a job that waits for memory.
        var wakers: [MemoryShares.Job: DispatchSemaphore] = [:]

        func wake(_ jobs: [MemoryShares.Job]) {
            for job in jobs { wakers[job]?.signal() }
        }
    }

    /// What is taken at a time.
    struct Statistics {
        /// Bytes that there are.
        let capacity: Int
        /// Bytes that jobs have.
        let used: Int
        /// Jobs that wait for more.
        let waiting: Int
    }

    /// What is taken now.
    var statistics: Statistics {
        state.withLock { state in
            let shares = state.shares
            return Statistics(capacity: capacity, used: capacity - shares.available, waiting: shares.waitingCount)
        }
    }

    /// Memory of which nothing is taken yet.
    ///
    /// - Parameter capacity: Bytes that all jobs may take together.
    init(capacity: Int) {
        self.capacity = capacity
        state = Mutex(State(shares: MemoryShares(capacity: capacity)))
    }

    /// The memory of one job, from its start to its end.
    final class Share: Sendable {
        private let memory: WorkMemory
        private let job: MemoryShares.Job
        /// Bytes that the job has from its start, as they were there and nobody waited for memory: all that it could have, or 0.
        let initialByteCount: Int

        fileprivate init(of memory: WorkMemory, _ bytes: Int) {
            self.memory = memory
            (job, initialByteCount) = memory.state.withLock { state in
                let job = state.shares.begin(with: bytes)
                return (job, state.shares.byteCount(of: job))
            }
        }

        /// Waits until the job has `bytes` in place of what it had.
        ///
        /// - Returns: Whether it has; it has none of more than there are, and none once nobody waits for it any more.
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

        /// Gives back all that the job has.
        func end() {
            memory.state.withLock { state in state.wake(state.shares.end(job)) }
        }
    }

    /// Begins the share of a job that has begun, in order behind those of all jobs before.
    ///
    /// - Parameter bytes: Bytes that the job may have from its start.
    func share(of bytes: Int = 0) -> Share { Share(of: self, min(bytes, capacity)) }
}
