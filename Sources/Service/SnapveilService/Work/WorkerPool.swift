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

    /// What keeps the workers of a pool able to work.
    struct Upkeep: Sendable {
        /// Whether a worker cannot take a job before it was restored.
        let needsRestoring: @Sendable (_ worker: Int) -> Bool
        /// Restores a worker, however long that takes. Called on its queue.
        let restore: @Sendable (_ worker: Int) -> Void
        /// Gets to know how many workers have nothing to do, whenever that changes.
        let noteIdle: @Sendable (_ count: Int) -> Void

        /// For workers that are always able to work.
        static let none = Upkeep(needsRestoring: { _ in false }, restore: { _ in }, noteIdle: { _ in })
    }

    /// A job's turn on a worker.
    struct Turn: Sendable {
        /// The number of the worker, from 0.
        let worker: Int
        /// With how many threads the job may be done, and whether it is still wanted.
        let work: WorkContext
    }

    private struct State {
        /// The workers with nothing to do, the one that had something last at the end.
        var idle: [Int]
        /// The others, the one that has worked on its job for longest first.
        var busy: [Int] = []
        var waiting = FairQueue<Order>()
    }

    private let state: Mutex<State>
    private let bounds: Bounds
    private let queues: [DispatchQueue]
    private let upkeep: Upkeep

    /// A pool whose workers are idle.
    init(_ bounds: Bounds, upkeep: Upkeep = .none) {
        queues = (1...max(bounds.workers, 1)).map {
            DispatchQueue(label: "snapveil.worker.\($0)", qos: .userInitiated)
        }
        self.bounds = bounds
        self.upkeep = upkeep
        state = Mutex(State(idle: Array(queues.indices.reversed())))
        upkeep.noteIdle(queues.count)
    }

    /// The numbers of all workers.
    var workers: Range<Int> { queues.indices }

    /// The worker that a job which comes now is likeliest to get.
    var likeliestWorker: Int { state.withLock { $0.idle.last ?? $0.busy.first } ?? 0 }

    /// Has `chore` done on the queue of a worker, behind the job that it does.
    func schedule(on worker: Int, _ chore: @escaping @Sendable () -> Void) {
        queues[worker].async(execute: chore)
    }

    /// What the workers do at a time, and what waits for them.
    struct Statistics {
        /// Workers with something to do.
        let busy: Int
        /// Workers with nothing to do.
        let idle: Int
        /// Jobs that wait.
        let waiting: Int
        /// How long a job that came now would have to wait.
        let expectedWait: Duration
    }

    /// What the workers do now, and what waits for them.
    var statistics: Statistics {
        state.withLock { state in
            Statistics(
                busy: state.busy.count,
                idle: state.idle.count,
                waiting: state.waiting.count,
                expectedWait: state.idle.isEmpty ? expectedWait(of: state.waiting.count, state) : .zero
            )
        }
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
        /// When it started.
        let start: ContinuousClock.Instant
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
    ///   - worker: Who should do it if there is a choice.
    ///   - job: What to do; its turn tells when the task has been cancelled meanwhile.
    /// - Returns: What `work` returned, and how long it took.
    /// - Throws: ``Refusal``.
    func run<Value: Sendable>(
        for client: String,
        preferring worker: Int? = nil,
        _ job: @escaping @Sendable (Turn) -> Value
    ) async throws(Refusal) -> (value: Value, cost: Cost) {
        let cancellation = Cancellation()
        let submitted = ContinuousClock.now
        let result: Result<(value: Value, cost: Cost), Refusal> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let order = Order(
                    cancellation: cancellation,
                    preference: worker,
                    run: { worker in
                        let started = ContinuousClock.now
                        let work = WorkContext(cancellation: cancellation, threads: { self.threadsOfJob })
                        let value = job(Turn(worker: worker, work: work))
                        let cost = Cost(start: started, queued: started - submitted, worked: .now - started)
                        return (cost.worked, { continuation.resume(returning: .success((value, cost))) })
                    },
                    refuse: { continuation.resume(returning: .failure($0)) }
                )
                submit(order, for: client)
            }
        } onCancel: {
            cancellation.cancel()
            drop(cancellation)
        }
        return try result.get()
    }

    private func submit(_ order: Order, for client: String) {
        enum Decision { case run(worker: Int), wait, refuse(Refusal) }
        let decision: Decision = state.withLock { state in
            if order.cancellation.isCancelled { return .refuse(.cancelled) }
            if let worker = takeIdle(preferring: order.preference, &state) {
                state.waiting.start(client)
                return .run(worker: worker)
            }
            if let refusal = refusal(for: client, state) { return .refuse(refusal) }
            state.waiting.append(order, of: client)
            return .wait
        }
        switch decision {
        case .run(let worker): start(order, for: client, on: worker)
        case .wait: break
        case .refuse(let refusal): order.refuse(refusal)
        }
    }

    private func takeIdle(preferring worker: Int?, _ state: inout State) -> Int? {
        let preferred = state.idle.lastIndex { $0 == worker }
        guard let index = preferred ?? state.idle.indices.last else { return nil }
        let worker = state.idle.remove(at: index)
        state.busy.append(worker)
        upkeep.noteIdle(state.idle.count)
        return worker
    }

    private func start(_ order: Order, for client: String, on worker: Int) {
        queues[worker].async {
            let (worked, reply) = order.run(worker)
            StackRemains.wipe()
            // A worker that has to be restored keeps no client waiting for its reply.
            let isFit = !self.upkeep.needsRestoring(worker)
            if !isFit {
                reply()
                self.upkeep.restore(worker)
            }
            let next = self.finish(on: worker, for: client, after: worked)
            // Only now, so that a client with a reply finds the worker free.
            if isFit { reply() }
            if let next { self.start(next.element, for: next.client, on: worker) }
        }
    }

    /// Notes that a job has ended; the next that the worker is to do, if any waits.
    private func finish(
        on worker: Int,
        for client: String,
        after worked: Duration
    ) -> (client: String, element: Order)? {
        state.withLock { state in
            state.waiting.finish(client, after: worked / .seconds(1))
            state.busy.removeAll { $0 == worker }
            if let next = state.waiting.takeNext() {
                state.busy.append(worker)
                return next
            }
            state.idle.append(worker)
            upkeep.noteIdle(state.idle.count)
            return nil
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
        /// The worker that should do the job if there is a choice.
        let preference: Int?
        /// Does the work on a worker, and returns how long that took and what hands the result over.
        let run: @Sendable (_ worker: Int) -> (Duration, @Sendable () -> Void)
        let refuse: @Sendable (Refusal) -> Void
    }
}
