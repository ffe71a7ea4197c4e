import Synchronization

extension JobQueue {
    /// The time that the queue gets some work done in, and not so much that it runs empty.
    private static let momentOfRefusal = Duration.milliseconds(20)

    /// A place that is kept for a job of `client` until its body is there; what is taken into account when others ask for theirs.
    package func reservation(for client: String, _ kind: JobKind) throws(Refusal) -> Reservation {
        let result: Result<FairQueue<Order>.Place, Refusal> = state.withLock { state in
            let place = state.place(of: client, kind)
            if let refusal = refusal(of: place, &state) { return .failure(refusal) }
            state.waiting.expect(place)
            return .success(place)
        }
        let place = try result.get()
        return Reservation { [self] in state.withLock { $0.waiting.expectNoMore(place) } }
    }

    /// Whether there is no use in reading what `client` sends: a short job of it was refused a moment ago, or would be, if it comes
    /// behind `count` others.
    package func refusesShort(of client: String, behind count: Int) -> Bool {
        state.withLock { state in
            let last = state.lastRefusals[client]
            if let last, .now - last < Self.momentOfRefusal { return true }
            let time = ExpectedTime(seconds: 0)
            let place = state.waiting.place(of: client, expecting: time, looks: false)
            let seconds = Double(count) * state.costs[JobKind()].seconds
            return refusal(of: place, behind: seconds, &state) != nil
        }
    }

    /// The refusal of a job at a place; nil if it would be taken.
    ///
    /// - Parameter seconds: Those of jobs that may come before it.
    func refusal(of place: FairQueue<Order>.Place, behind seconds: Double = 0, _ state: inout State) -> Refusal? {
        guard let refusal = refusal(of: place, behind: seconds, in: state) else { return nil }
        // To refuse a long one takes next to none of its time, and short ones may still be taken.
        if place.lane.isShort { state.noteRefusal(of: place.client) }
        return refusal
    }

    private func refusal(
        of place: FairQueue<Order>.Place,
        behind seconds: Double,
        in state: borrowing State
    ) -> Refusal? {
        guard state.idle.isEmpty || !mayRun(place.lane.looks, besides: state.looking) else { return nil }
        let workers = place.lane.looks ? mostLooks : queues.count
        let wait = expectedWait(behind: state.waiting.secondsAhead(of: place) + seconds, by: workers, state)
        guard state.waiting.count >= bounds.queue || wait > bounds.maximumWait else { return nil }
        return .full(retryAfter: expectedWait(behind: state.waiting.secondsWaiting, state))
    }

    /// The wait of a job behind others that are expected to take `seconds`, while every worker is busy, with the running jobs half
    /// done on average.
    ///
    /// - Parameter workers: Those that the jobs are for; nil for all.
    func expectedWait(behind seconds: Double, by workers: Int? = nil, _ state: borrowing State) -> Duration {
        let running = state.waiting.secondsRunning / 2 / Double(queues.count)
        return .seconds(seconds / Double(workers ?? queues.count) + running)
    }
}

extension JobQueue.State {
    private static let mostRefusals = 1024

    fileprivate mutating func noteRefusal(of client: String) {
        if lastRefusals.count >= Self.mostRefusals { lastRefusals = [:] }
        lastRefusals[client] = .now
    }
}
