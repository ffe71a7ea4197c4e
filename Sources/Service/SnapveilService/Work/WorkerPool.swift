import BoundedWork
import Dispatch
import SecureMemory
import Synchronization

/// Runs image work on Dispatch queues, one job a worker, behind a queue that is bounded by the wait of its last.
///
/// A job that finds every worker busy waits; one with too long a wait is refused at once. Turns are given so that competing
/// clients have the same time of the workers. A job of a cancelled task is dropped while it waits, and notified while it
/// runs.
final class WorkerPool: Sendable {
    struct Bounds: Sendable {
        /// Jobs that run at a time, 1 or more.
        var workers: Int
        /// Jobs that wait at a time, 0 or more. They hold the memory of their uploads, which is bounded elsewhere.
        var queue = Int.max
        /// Upper bound on the expected wait of a job.
        var maximumWait = Duration.seconds(20)
    }

    enum Refusal: Error, Equatable {
        /// Every worker is busy and the queue is full; the time until it should be shorter.
        case full(retryAfter: Duration)
        /// The task was cancelled while the job waited.
        case cancelled
    }

    /// The means by which the workers of a pool stay able to work.
    struct Upkeep: Sendable {
        /// Whether a worker needs restoring before its next job.
        let needsRestoring: @Sendable (_ worker: Int) -> Bool
        /// Restores a worker, however long that takes. Called on its queue.
        let restore: @Sendable (_ worker: Int) -> Void
        /// Notes the number of idle workers, whenever it changes.
        let noteIdle: @Sendable (_ count: Int) -> Void

        static let none = Upkeep(needsRestoring: { _ in false }, restore: { _ in }, noteIdle: { _ in })
    }

    struct Turn: Sendable {
        /// The number of the worker, from 0.
        let worker: Int
        /// The threads that the job may use, and whether it is still wanted.
        let work: WorkContext
    }

    private struct State {
        /// The idle workers, the last to finish at the end.
        var idle: [Int]
        /// The busy workers, the one with the longest running job first.
        var busy: [Int] = []
        var waiting = FairQueue<Order>()
    }

    private let state: Mutex<State>
    private let bounds: Bounds
    private let queues: [DispatchQueue]
    private let upkeep: Upkeep

    init(_ bounds: Bounds, upkeep: Upkeep = .none) {
        queues = (1...max(bounds.workers, 1)).map {
            DispatchQueue(label: "snapveil.worker.\($0)", qos: .userInitiated)
        }
        self.bounds = bounds
        self.upkeep = upkeep
        state = Mutex(State(idle: Array(queues.indices.reversed())))
        upkeep.noteIdle(queues.count)
    }

    var workers: Range<Int> { queues.indices }

    /// The worker that the next job is likeliest to get.
    var likeliestWorker: Int { state.withLock { $0.idle.last ?? $0.busy.first } ?? 0 }

    /// Runs `chore` on the queue of a worker, behind its job.
    func schedule(on worker: Int, _ chore: @escaping @Sendable () -> Void) {
        queues[worker].async(execute: chore)
    }

    struct Statistics {
        let busy: Int
        let idle: Int
        let waiting: Int
        /// The wait of a job that came now.
        let expectedWait: Duration
    }

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

    /// The refusal of a job of `client` now; nil if it would be taken.
    func refusal(for client: String) -> Refusal? {
        state.withLock { refusal(for: client, $0) }
    }

    private func refusal(for client: String, _ state: borrowing State) -> Refusal? {
        guard state.idle.isEmpty else { return nil }
        let wait = expectedWait(of: state.waiting.countAhead(of: client), state)
        guard state.waiting.count >= bounds.queue || wait > bounds.maximumWait else { return nil }
        return .full(retryAfter: expectedWait(of: state.waiting.count, state))
    }

    /// The wait of a job behind `count` jobs while every worker is busy, with the running jobs half done on average.
    private func expectedWait(of count: Int, _ state: borrowing State) -> Duration {
        .seconds((Double(count) / Double(max(bounds.workers, 1)) + 0.5) * state.waiting.meanSeconds)
    }

    /// The times of a job.
    struct Cost: Sendable {
        let start: ContinuousClock.Instant
        let queued: Duration
        let worked: Duration
    }

    /// Threads that a job may use without delaying another: its own, and those of idle workers.
    var threadsOfJob: Int { 1 + state.withLock(\.idle.count) }

    /// Runs a job on a worker.
    ///
    /// - Parameters:
    ///   - client: The client that the work is for.
    ///   - worker: The worker to prefer.
    ///   - job: The work; its turn says whether the task has been cancelled meanwhile.
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

    /// Notes that a job has ended, and returns the next for the worker, if any waits.
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

    /// A submitted job; exactly one of its closures is called, once.
    private struct Order: Sendable {
        let cancellation: Cancellation
        let preference: Int?
        /// Does the work on a worker, and returns its time and the closure that hands the result over.
        let run: @Sendable (_ worker: Int) -> (Duration, @Sendable () -> Void)
        let refuse: @Sendable (Refusal) -> Void
    }
}
