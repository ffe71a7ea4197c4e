import BoundedWork
import Dispatch
import SecureMemory
import Synchronization

/// Runs image work on Dispatch queues, one job a worker, behind a queue that is bounded by the wait of its last.
///
/// A job that finds every worker busy waits; one with too long a wait is refused at once. Turns are given so that competing
/// clients have the same time of the workers, and the short jobs of a client as much as its long ones, by the time that jobs of
/// their kind took so far. A job of a cancelled task is dropped while it waits, and notified while it runs. Of two workers or
/// more, jobs that look at pictures, and others that take long, leave one to the rest.
package final class JobQueue: Sendable {
    struct State {
        /// The idle workers, the last to finish at the end.
        var idle: [Int]
        /// The busy workers, the one with the longest running job first.
        var busy: [Int] = []
        /// Running jobs that may look, or take long.
        var looking = 0
        var waiting = FairQueue<Order>()
        /// Jobs whose bodies are on their way.
        var expected = ExpectedJobs()
        var costs = CostEstimates()
        var longClients = LongClients()
        var refusals = ShortRefusals()
    }

    let state: Mutex<State>
    let bounds: Bounds
    let queues: [DispatchQueue]
    private let upkeep: Upkeep

    package init(_ bounds: Bounds, upkeep: Upkeep = .none) {
        queues = (1...max(bounds.workers, 1)).map {
            DispatchQueue(label: "snapveil.worker.\($0)", qos: .userInitiated)
        }
        self.bounds = bounds
        self.upkeep = upkeep
        state = Mutex(State(idle: Array(queues.indices.reversed())))
        state.withLock { upkeep.noteIdle(idleThreads($0)) }
    }

    var mostLooks: Int { bounds.looks ?? max(queues.count - 1, 1) }

    package var workers: Range<Int> { queues.indices }

    /// The worker that the next job is likeliest to get.
    package var likeliestWorker: Int { state.withLock { $0.idle.last ?? $0.busy.first } ?? 0 }

    /// Runs `chore` on the queue of a worker, behind its job.
    package func schedule(on worker: Int, _ chore: @escaping @Sendable () -> Void) {
        queues[worker].async(execute: chore)
    }

    package struct Statistics {
        package let busy: Int
        package let idle: Int
        package let waiting: Int
        /// The wait of a job that came now.
        package let expectedWait: Duration
    }

    package var statistics: Statistics {
        state.withLock { state in
            Statistics(
                busy: state.busy.count,
                idle: state.idle.count,
                waiting: state.waiting.count,
                expectedWait: state.idle.isEmpty ? expectedWait(behind: state.waiting.secondsWaiting, state) : .zero
            )
        }
    }

    /// The times of a job.
    package struct Cost: Sendable {
        package let start: ContinuousClock.Instant
        package let queued: Duration
        package let worked: Duration
    }

    /// Threads that a job may use without delaying another: its own, and those that are idle.
    package var threadsOfJob: Int { 1 + state.withLock { idleThreads($0) } }

    /// Threads of the workers that are idle; where threads are not as many as workers, an equal share for each job.
    private func idleThreads(_ state: borrowing State) -> Int {
        guard let threads = bounds.threads else { return max(queues.count - state.busy.count, 0) }
        return max(threads / max(state.busy.count, 1), 1) - 1
    }

    /// Runs a job on a worker.
    ///
    /// - Parameters:
    ///   - client: The client that the work is for.
    ///   - worker: The worker to prefer.
    ///   - kind: Tells how long the job is likely to take.
    ///   - reservation: The place that is kept for the job, which is not refused for its wait then; nil for none.
    ///   - job: The work; its turn says whether the task has been cancelled meanwhile. Returns nil if it has to look and may
    ///     not; it runs again when it may.
    package func run<Value: Sendable>(
        for client: String,
        preferring worker: Int? = nil,
        kind: JobKind = JobKind(),
        reservation: Reservation? = nil,
        _ job: @escaping @Sendable (Turn) -> Value?
    ) async throws(Refusal) -> (value: Value, cost: Cost) {
        let cancellation = Cancellation()
        let submitted = ContinuousClock.now
        let result: Result<(value: Value, cost: Cost), Refusal> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let order = Order(
                    cancellation: cancellation,
                    preference: worker,
                    kind: kind,
                    run: { worker, mayLook in
                        let started = ContinuousClock.now
                        let work = WorkContext(cancellation: cancellation, threads: { self.threadsOfJob })
                        let value = job(Turn(worker: worker, work: work, mayLook: mayLook))
                        let cost = Cost(start: started, queued: started - submitted, worked: .now - started)
                        guard let value else { return (cost.worked, nil) }
                        return (cost.worked, { continuation.resume(returning: .success((value, cost))) })
                    },
                    refuse: { continuation.resume(returning: .failure($0)) }
                )
                submit(order, for: client, reservation)
            }
        } onCancel: {
            cancellation.cancel()
            drop(cancellation)
        }
        return try result.get()
    }

    /// Whether a job may run on an idle worker besides a number of jobs that look. One of which it is not known whether it looks
    /// may, in any case.
    func mayRun(_ looks: Bool, besides looking: Int) -> Bool { !looks || looking < mostLooks }

    private func submit(_ order: Order, for client: String, _ reservation: Reservation?) {
        enum Decision { case run(Assignment), wait, refuse(Refusal) }
        let decision: Decision = state.withLock { state in
            if order.cancellation.isCancelled { return .refuse(.cancelled) }
            let place = state.place(of: client, order.kind)
            let isExpected = reservation?.isKept(for: place, &state.expected) ?? false
            let mayRun = mayRun(place.lane.looks, besides: state.looking)
            if mayRun, let worker = takeIdle(preferring: order.preference, &state) {
                state.waiting.startAtOnce(place)
                return .run(assign(order, at: place, to: worker, &state))
            }
            if !isExpected || state.waiting.count >= bounds.queue,
                let refusal = refusal(of: place, isToCome: false, &state)
            {
                return .refuse(refusal)
            }
            state.waiting.insert(order, at: place)
            return .wait
        }
        switch decision {
        case .run(let assignment): start(assignment)
        case .wait: break
        case .refuse(let refusal): order.refuse(refusal)
        }
    }

    private func takeIdle(preferring worker: Int?, _ state: inout State) -> Int? {
        let preferred = state.idle.lastIndex { $0 == worker }
        guard let index = preferred ?? state.idle.indices.last else { return nil }
        return state.idle.remove(at: index)
    }

    /// Gives an order its worker, and leave to look or to take long unless it does not, or too many do.
    private func assign(
        _ order: Order,
        at place: FairQueue<Order>.Place,
        to worker: Int,
        _ state: inout State
    ) -> Assignment {
        let mayLook = (place.lane.looks || order.kind.looks != false) && mayRun(true, besides: state.looking)
        if mayLook { state.looking += 1 }
        state.busy.append(worker)
        upkeep.noteIdle(idleThreads(state))
        return Assignment(order: order, place: place, worker: worker, mayLook: mayLook)
    }

    private func start(_ assignment: Assignment) {
        let worker = assignment.worker
        queues[worker].async {
            let (worked, reply) = assignment.order.run(worker, assignment.mayLook)
            StackRemains.wipe()
            // A worker that has to be restored keeps no client waiting for its reply, and no other worker from looking.
            let isFit = !self.upkeep.needsRestoring(worker)
            var ended = assignment
            if !isFit {
                reply?()
                if let next = self.giveUpLook(of: &ended) { self.start(next) }
                self.upkeep.restore(worker)
            }
            let next = self.finish(ended, after: worked, isDone: reply != nil)
            // Only now, so that a client with a reply finds the worker free.
            if isFit { reply?() }
            if let next { self.start(next) }
        }
    }

    /// Takes the leave to look from a job that has ended, and returns the job for an idle worker that waited for it, if one did.
    private func giveUpLook(of ended: inout Assignment) -> Assignment? {
        guard ended.mayLook else { return nil }
        ended.mayLook = false
        return state.withLock { state in
            state.looking -= 1
            guard !state.idle.isEmpty, let (order, place) = state.waiting.takeNext() else { return nil }
            let worker = state.idle.removeLast()
            return assign(order, at: place, to: worker, &state)
        }
    }

    /// Notes that a job has ended, or has to look first, and returns the next for the worker, if any waits.
    private func finish(_ ended: Assignment, after worked: Duration, isDone: Bool) -> Assignment? {
        var refused: Order?
        defer { refused?.refuse(.cancelled) }
        return state.withLock { state in
            let (client, kind) = (ended.place.client, ended.order.kind)
            state.noteEnd(of: ended.place, kind, after: worked / .seconds(1))
            state.busy.removeAll { $0 == ended.worker }
            if ended.mayLook { state.looking -= 1 }
            switch (isDone, ended.order.cancellation.isCancelled) {
            case (true, false): state.costs.note(worked / .seconds(1), of: kind)
            case (true, true): state.costs.note(atLeast: worked / .seconds(1), of: kind)
            case (false, true): refused = ended.order
            case (false, false):
                let place = state.place(of: client, kind.looking, number: ended.place.number)
                state.waiting.insert(ended.order.looking, at: place)
            }
            if let (order, place) = state.waiting.takeNext(mayLook: mayRun(true, besides: state.looking)) {
                return assign(order, at: place, to: ended.worker, &state)
            }
            state.idle.append(ended.worker)
            upkeep.noteIdle(idleThreads(state))
            return nil
        }
    }

    /// Refuses the job of a cancelled task if it still waits.
    private func drop(_ cancellation: Cancellation) {
        let order = state.withLock { $0.waiting.remove { $0.cancellation === cancellation } }
        order?.refuse(.cancelled)
    }

    /// A submitted job; exactly one of its closures that end it is called, once.
    struct Order: Sendable {
        let cancellation: Cancellation
        let preference: Int?
        let kind: JobKind
        /// Does the work on a worker, and returns its time and the closure that hands the result over; nil for a job that has to
        /// look and may not.
        let run: @Sendable (_ worker: Int, _ mayLook: Bool) -> (Duration, (@Sendable () -> Void)?)
        let refuse: @Sendable (Refusal) -> Void

        /// The same job, of which it is known that it looks.
        var looking: Order {
            Order(cancellation: cancellation, preference: preference, kind: kind.looking, run: run, refuse: refuse)
        }
    }

    /// A job that has its worker.
    private struct Assignment: Sendable {
        let order: Order
        let place: FairQueue<Order>.Place
        let worker: Int
        var mayLook: Bool
    }
}
