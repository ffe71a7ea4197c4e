import BoundedWork
import Dispatch
import SecureMemory
import Synchronization

/// Runs image work on Dispatch queues, one job a worker, behind a queue of bounded length.
///
/// A job that finds every worker busy waits; one that finds the queue full is refused at once. A job whose task is
/// cancelled is dropped while it waits, and told so while it runs.
final class WorkerPool: Sendable {
    /// Why a job did not run.
    enum Refusal: Error {
        /// Every worker is busy and the queue is full.
        case full
        /// The task was cancelled while the job waited.
        case cancelled
    }

    private struct State {
        var idle: [DispatchQueue]
        var waiting: [Order] = []
    }

    private let state: Mutex<State>
    private let queueLimit: Int

    /// - Parameters:
    ///   - workers: Jobs that run at a time, 1 or more.
    ///   - queueLimit: Jobs that wait at a time, 0 or more.
    init(workers: Int, queueLimit: Int) {
        let queues = (1...max(workers, 1)).map { DispatchQueue(label: "snapveil.worker.\($0)", qos: .userInitiated) }
        self.state = Mutex(State(idle: queues))
        self.queueLimit = max(queueLimit, 0)
    }

    /// Whether a job would be refused now.
    var isFull: Bool {
        state.withLock { $0.idle.isEmpty && $0.waiting.count >= queueLimit }
    }

    /// How long a job took.
    struct Cost: Sendable {
        /// From its submission to its start.
        let queued: Duration
        /// From its start to its end.
        let worked: Duration
    }

    /// Threads that a job may use at a time and keep no other job waiting: its own, and those of idle workers.
    private var threadsOfJob: Int { 1 + state.withLock(\.idle.count) }

    /// Runs `work` on a worker.
    ///
    /// - Parameter work: What to do; its context tells when the task has been cancelled meanwhile.
    /// - Returns: What `work` returned, and how long it took.
    /// - Throws: ``Refusal``.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable (WorkContext) -> Value
    ) async throws -> (value: Value, cost: Cost) {
        let cancellation = Cancellation()
        let submitted = ContinuousClock.now
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let order = Order(
                    cancellation: cancellation,
                    run: {
                        let started = ContinuousClock.now
                        let value = work(WorkContext(cancellation: cancellation, threads: { self.threadsOfJob }))
                        let cost = Cost(queued: started - submitted, worked: .now - started)
                        return { continuation.resume(returning: (value, cost)) }
                    },
                    refuse: { continuation.resume(throwing: $0) }
                )
                submit(order)
            }
        } onCancel: {
            cancellation.cancel()
            drop(cancellation)
        }
    }

    private func submit(_ order: Order) {
        enum Decision { case run(DispatchQueue), wait, refuse(Refusal) }
        let decision: Decision = state.withLock { state in
            if order.cancellation.isCancelled { return .refuse(.cancelled) }
            if let queue = state.idle.popLast() { return .run(queue) }
            guard state.waiting.count < queueLimit else { return .refuse(.full) }
            state.waiting.append(order)
            return .wait
        }
        switch decision {
        case .run(let queue): start(order, on: queue)
        case .wait: break
        case .refuse(let refusal): order.refuse(refusal)
        }
    }

    private func start(_ order: Order, on queue: DispatchQueue) {
        queue.async {
            let reply = order.run()
            StackRemains.wipe()
            let next: Order? = self.state.withLock { state in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.idle.append(queue)
                return nil
            }
            // Only now: whoever has the reply finds the worker free.
            reply()
            if let next { self.start(next, on: queue) }
        }
    }

    /// Refuses the job of a cancelled task if it still waits.
    private func drop(_ cancellation: Cancellation) {
        let order: Order? = state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0.cancellation === cancellation }) else { return nil }
            return state.waiting.remove(at: index)
        }
        order?.refuse(.cancelled)
    }

    /// One piece of work; exactly one of its closures is called, once.
    private struct Order: Sendable {
        let cancellation: Cancellation
        /// Does the work, and returns what hands the result over.
        let run: @Sendable () -> @Sendable () -> Void
        let refuse: @Sendable (Refusal) -> Void
    }
}
