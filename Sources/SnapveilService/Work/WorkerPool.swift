import BoundedWork
import Dispatch
import SecureMemory
import Synchronization

/// Runs image work on Dispatch queues, one job a worker, behind a queue that is bounded by how long its last would wait.
///
/// A job that finds every worker busy waits; one that would wait for too long is refused at once. Those that wait get their
/// turns so that clients which compete have the same time of the workers. A job whose task is cancelled is dropped while it
/// waits, and told so while it runs.
final class WorkerPool: Sendable {
    /// What the pool takes on.
    struct Bounds: Sendable {
        /// Jobs that run at a time, 1 or more.
        var workers: Int
        /// Jobs that wait at a time, 0 or more. What waits holds the memory of its upload, which is bounded elsewhere.
        var queue = Int.max
        /// The longest that a job should have to wait, by what waits before it and how long jobs have taken.
        var maximumWait = Duration.seconds(20)
    }

    /// Why a job did not run.
    enum Refusal: Error, Equatable {
        /// Every worker is busy and the queue is full; the time until it should be shorter.
        case full(retryAfter: Duration)
        /// The task was cancelled while the job waited.
        case cancelled
    }

    private struct State {
        var idle: [DispatchQueue]
        var waiting = FairQueue<Order>()
    }

    private let state: Mutex<State>
    private let bounds: Bounds

    /// A pool whose workers are idle.
    init(_ bounds: Bounds) {
        let queues = (1...max(bounds.workers, 1)).map {
            DispatchQueue(label: "snapveil.worker.\($0)", qos: .userInitiated)
        }
        self.bounds = bounds
        state = Mutex(State(idle: queues))
    }

    /// Why a job of `client` would be refused now; nil if it would be taken.
    func refusal(for client: String) -> Refusal? {
        state.withLock { refusal(for: client, $0) }
    }

    private func refusal(for client: String, _ state: borrowing State) -> Refusal? {
        guard state.idle.isEmpty else { return nil }
        let wait = expectedWait(of: state.waiting.countAhead(of: client), state)
        guard state.waiting.count >= bounds.queue || wait > bounds.maximumWait else { return nil }
        return .full(retryAfter: expectedWait(of: state.waiting.count, state))
    }

    /// How long a job waits that has `count` jobs before it, while every worker is busy: on average, half of what runs
    /// is done.
    private func expectedWait(of count: Int, _ state: borrowing State) -> Duration {
        .seconds((Double(count) / Double(max(bounds.workers, 1)) + 0.5) * state.waiting.meanSeconds)
    }

    /// How long a job waited and how long it took.
    struct Cost: Sendable {
        /// From its submission to its start.
        let queued: Duration
        /// From its start to its end.
        let worked: Duration
    }

    /// Threads that a job may use at a time and keep no other job waiting: its own, and those of idle workers.
    var threadsOfJob: Int { 1 + state.withLock(\.idle.count) }

    /// Runs `work` on a worker.
    ///
    /// - Parameters:
    ///   - client: Whom the work is for.
    ///   - work: What to do; its context tells when the task has been cancelled meanwhile.
    /// - Returns: What `work` returned, and how long it took.
    /// - Throws: ``Refusal``.
    func run<Value: Sendable>(
        for client: String,
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
                        return (cost.worked, { continuation.resume(returning: (value, cost)) })
                    },
                    refuse: { continuation.resume(throwing: $0) }
                )
                submit(order, for: client)
            }
        } onCancel: {
            cancellation.cancel()
            drop(cancellation)
        }
    }

    private func submit(_ order: Order, for client: String) {
        enum Decision { case run(DispatchQueue), wait, refuse(Refusal) }
        let decision: Decision = state.withLock { state in
            if order.cancellation.isCancelled { return .refuse(.cancelled) }
            if let queue = state.idle.popLast() {
                state.waiting.start(client)
                return .run(queue)
            }
            if let refusal = refusal(for: client, state) { return .refuse(refusal) }
            state.waiting.append(order, of: client)
            return .wait
        }
        switch decision {
        case .run(let queue): start(order, for: client, on: queue)
        case .wait: break
        case .refuse(let refusal): order.refuse(refusal)
        }
    }

    private func start(_ order: Order, for client: String, on queue: DispatchQueue) {
        queue.async {
            let (worked, reply) = order.run()
            StackRemains.wipe()
            let next = self.state.withLock { state -> (client: String, element: Order)? in
                state.waiting.finish(client, after: worked / .seconds(1))
                if let next = state.waiting.takeNext() { return next }
                state.idle.append(queue)
                return nil
            }
            // Only now, so that a client with a reply finds the worker free.
            reply()
            if let next { self.start(next.element, for: next.client, on: queue) }
        }
    }

    /// Refuses the job of a cancelled task if it still waits.
    private func drop(_ cancellation: Cancellation) {
        let order = state.withLock { $0.waiting.remove { $0.cancellation === cancellation } }
        order?.refuse(.cancelled)
    }

    /// A job that was ordered; exactly one of its closures is called, once.
    private struct Order: Sendable {
        let cancellation: Cancellation
        /// Does the work, and returns how long that took and what hands the result over.
        let run: @Sendable () -> (Duration, @Sendable () -> Void)
        let refuse: @Sendable (Refusal) -> Void
    }
}
