import Synchronization

extension JobQueue {
    /// The time that the queue gets some work done in, and not so much that it runs empty.
    private static let momentOfRefusal = Duration.milliseconds(20)

    /// The seconds of work, for each worker, of short jobs that wait for a client which sends more than gets done: enough that no worker
    /// has to wait for a body, and so little that bodies are in a cache still when their turn comes. More would get no more done.
    private static let secondsUnderPressure = 0.1

    /// The time after a refusal for the longest wait, and after that wait, for which short jobs may be refused before: a client that has
    /// slowed down, and tries again at once, has all that it sends done again then.
    private static let longestPressure = Duration.seconds(60)

    /// A place for a job of `client` whose body is on its way. For a while it counts for the waits of others.
    package func reservation(for client: String, _ kind: JobKind) throws(Refusal) -> Reservation {
        let result: Result<Reservation, Refusal> = state.withLock { state in
            let place = state.place(of: client, kind)
            if let refusal = refusal(of: place, isToCome: true, &state) { return .failure(refusal) }
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
            if let last = state.refusals.last(of: client), .now - last < moment { return true }
            let time = ExpectedTime(seconds: 0)
            let place = state.waiting.place(of: client, expecting: time, looks: false)
            let seconds = Double(count) * state.costs[JobKind()].seconds
            return isOneTooMany(place, state) || wait(of: place, behind: seconds, &state) > bounds.maximumWait
        }
    }

    /// Notes that a request of `client` was refused and not read.
    package func noteUnreadRefusal(of client: String) {
        state.withLock { $0.refusals.noteUnread(of: client) }
    }

    /// The refusal of a job at a place; nil if it would be taken.
    ///
    /// - Parameter isToCome: Whether its body has yet to come. One that has come is not refused for what its client sends beside it.
    func refusal(of place: FairQueue<Order>.Place, isToCome: Bool, _ state: inout State) -> Refusal? {
        let isTooLong = wait(of: place, behind: 0, &state) > bounds.maximumWait
        let isTooLate = isTooLong || isToCome && isOneTooMany(place, state)
        let mayStart = !state.idle.isEmpty && mayRun(place.lane.looks, besides: state.looking)
        guard isTooLate || !mayStart && state.waiting.count >= bounds.queue else { return nil }
        // To refuse a longer one takes next to none of its time, and short ones may still be taken.
        if isTooLate, place.lane.isShortest { state.refusals.note(of: place.client, isTooLong: isTooLong) }
        return .full(retryAfter: expectedWait(behind: state.waiting.secondsWaiting, state))
    }

    /// Whether a short job would wait behind more than enough others of a client that sends more than gets done. Bodies that are on their
    /// way do not count, as a worker would be idle if they come slowly; nor do jobs of others, which take turns with it.
    private func isOneTooMany(_ place: FairQueue<Order>.Place, _ state: borrowing State) -> Bool {
        let longest = bounds.maximumWait + Self.longestPressure
        guard place.lane.isShortest, state.idle.isEmpty, state.refusals.goOn(of: place.client, for: longest) else {
            return false
        }
        let seconds = state.waiting.seconds(of: place.client, place.lane)
        return seconds > Self.secondsUnderPressure * Double(queues.count)
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

/// When jobs of clients were refused that are of the shortest class.
struct ShortRefusals {
    private struct Times {
        /// Of a job that would have waited longer than any may.
        var tooLong: ContinuousClock.Instant?
        /// Of a job that was read.
        var read: ContinuousClock.Instant
        /// Of any.
        var last: ContinuousClock.Instant
    }

    private var times: [String: Times] = [:]

    private static let mostClients = 1024
    /// The time after which a client of which nothing was refused sends no more than gets done.
    private static let pressure = Duration.seconds(1)

    /// When a job of a client was read and refused for the last time.
    func last(of client: String) -> ContinuousClock.Instant? { times[client]?.read }

    /// Whether jobs of a client are refused all the time, and have been for no longer than `longest` since one would have waited too long.
    func goOn(of client: String, for longest: Duration, at now: ContinuousClock.Instant = .now) -> Bool {
        guard let times = times[client], let tooLong = times.tooLong else { return false }
        return now - times.last < Self.pressure && now - tooLong < longest
    }

    /// Notes the refusal of a job that was read.
    mutating func note(of client: String, isTooLong: Bool, at now: ContinuousClock.Instant = .now) {
        if times[client] == nil, times.count >= Self.mostClients {
            times = times.filter { now - $0.value.last < Self.pressure }
            if times.count >= Self.mostClients { times = [:] }
        }
        times[client] = Times(tooLong: isTooLong ? now : times[client]?.tooLong, read: now, last: now)
    }

    /// Notes the refusal of a job that was not read. One of a client of which none was read before counts for nothing.
    mutating func noteUnread(of client: String, at now: ContinuousClock.Instant = .now) {
        times[client]?.last = now
    }
}
