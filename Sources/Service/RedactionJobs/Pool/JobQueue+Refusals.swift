import Synchronization

extension JobQueue {
    /// The time that the queue gets some work done in, and not so much that it runs empty.
    private static let momentOfRefusal = Duration.milliseconds(20)

    /// The wait of short jobs of a client that sends more than gets done: enough that no worker has to wait for a body, and so little
    /// that bodies are in a cache still when their turn comes. A longer wait would get no more done.
    private static let waitUnderPressure = Duration.milliseconds(100)

    /// A place for a job of `client` whose body is on its way. For a while it counts for the waits of others.
    package func reservation(for client: String, _ kind: JobKind) throws(Refusal) -> Reservation {
        let result: Result<Reservation, Refusal> = state.withLock { state in
            let place = state.place(of: client, kind)
            if let refusal = refusal(of: place, &state) { return .failure(refusal) }
            let number = state.expected.add(client, place.seconds)
            return .success(Reservation(number, seconds: place.seconds, in: self))
        }
        return try result.get()
    }

    /// Whether there is no use in reading what `client` sends: a job of the shortest was refused a moment ago, or would be, if it
    /// comes behind `count` others.
    package func refusesShort(of client: String, behind count: Int) -> Bool {
        state.withLock { state in
            guard state.idle.isEmpty else { return false }
            let moment = min(Self.momentOfRefusal, bounds.maximumWait / 4)
            if let last = state.lastRefusals[client], .now - last < moment { return true }
            let time = ExpectedTime(seconds: 0)
            let place = state.waiting.place(of: client, expecting: time, looks: false)
            return isTooLate(place, behind: Double(count) * state.costs[JobKind()].seconds, &state)
        }
    }

    /// The refusal of a job at a place; nil if it would be taken.
    func refusal(of place: FairQueue<Order>.Place, _ state: inout State) -> Refusal? {
        let isTooLate = isTooLate(place, behind: 0, &state)
        let mayStart = !state.idle.isEmpty && mayRun(place.lane.looks, besides: state.looking)
        guard isTooLate || !mayStart && state.waiting.count >= bounds.queue else { return nil }
        // To refuse a longer one takes next to none of its time, and short ones may still be taken.
        if isTooLate, place.lane.isShortest { state.noteRefusal(of: place.client) }
        return .full(retryAfter: expectedWait(behind: state.waiting.secondsWaiting, state))
    }

    /// Whether a job at a place would wait longer than it may, behind others that are expected to take `seconds`.
    private func isTooLate(_ place: FairQueue<Order>.Place, behind seconds: Double, _ state: inout State) -> Bool {
        if wait(of: place, behind: seconds, &state) > bounds.maximumWait { return true }
        // Bodies that come slowly do not count: a worker would be idle instead.
        guard place.lane.isShortest, state.idle.isEmpty, state.isUnderPressure(by: place.client) else { return false }
        return expectedWait(behind: state.waiting.secondsAhead(of: place), state) > Self.waitUnderPressure
    }

    /// The wait of a job at a place behind what waits and what is on its way.
    ///
    /// - Parameter seconds: Those of other jobs that may come before it.
    private func wait(of place: FairQueue<Order>.Place, behind seconds: Double, _ state: inout State) -> Duration {
        state.expected.expire()
        let toCome = state.expected.seconds(of: place.client) + seconds
        let workers = place.lane.looks ? mostLooks : queues.count
        guard state.idle.isEmpty || !mayRun(place.lane.looks, besides: state.looking) else {
            return .seconds(toCome / Double(workers))
        }
        return expectedWait(behind: state.waiting.secondsAhead(of: place) + toCome, by: workers, state)
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
    /// The time after which a client of which nothing was refused sends no more than gets done.
    private static let pressure = Duration.seconds(1)

    fileprivate func isUnderPressure(by client: String) -> Bool {
        lastRefusals[client].map { .now - $0 < Self.pressure } ?? false
    }

    fileprivate mutating func noteRefusal(of client: String) {
        if lastRefusals.count >= Self.mostRefusals { lastRefusals = [:] }
        lastRefusals[client] = .now
    }
}
