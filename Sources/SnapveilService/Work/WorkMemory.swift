import BoundedWork
import Dispatch
import Synchronization

/// The memory that the pictures of all workers may take together. A job that finds too little left waits for the others, on
/// its worker: the others hold nothing that they do not need, so that is not for long.
final class WorkMemory: SharedAllowance {
    /// Bytes that all jobs may take together.
    let capacity: Int

    private let state: Mutex<State>

    private struct State {
        var available: Int
        var waiting: [DispatchSemaphore] = []
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
            Statistics(capacity: capacity, used: capacity - state.available, waiting: state.waiting.count)
        }
    }

    /// How long a job waits before it asks again whether it is still wanted.
    private static let patience = DispatchTimeInterval.milliseconds(10)

    /// Memory of which nothing is taken yet.
    ///
    /// - Parameter capacity: Bytes that all jobs may take together.
    init(capacity: Int) {
        self.capacity = capacity
        state = Mutex(State(available: capacity))
    }

    func take(_ bytes: Int, _ cancellation: Cancellation) -> Bool {
        while !takeNow(bytes) {
            guard !cancellation.isCancelled else { return false }
            let semaphore = DispatchSemaphore(value: 0)
            state.withLock { $0.waiting.append(semaphore) }
            _ = semaphore.wait(timeout: .now() + Self.patience)
            state.withLock { state in state.waiting.removeAll { $0 === semaphore } }
        }
        return true
    }

    /// Takes `bytes` if they are there now; whether they were.
    func takeNow(_ bytes: Int) -> Bool {
        state.withLock { state in
            guard state.available >= bytes else { return false }
            state.available -= bytes
            return true
        }
    }

    func give(_ bytes: Int) {
        let waiting = state.withLock { state in
            state.available += bytes
            return state.waiting
        }
        for semaphore in waiting { semaphore.signal() }
    }
}
