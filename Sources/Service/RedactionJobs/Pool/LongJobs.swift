import Synchronization

extension JobQueue.State {
    /// The place of one more job of a client, or of the one with a `number` whose kind is known better now.
    ///
    /// A job that is known to take long leaves a worker to others, as if it looked; so does one of which nothing is known, if its client
    /// has sent long ones.
    mutating func place(of client: String, _ kind: JobKind, number: Int? = nil) -> FairQueue<JobQueue.Order>.Place {
        let time = costs[kind]
        let isLong = costs.knows(kind) ? time.isLong : longClients.contains(client)
        return waiting.place(of: client, expecting: time, looks: kind.looks == true || isLong, number: number)
    }

    /// Notes that the job of a place has ended after `seconds`.
    mutating func noteEnd(of place: FairQueue<JobQueue.Order>.Place, _ kind: JobKind, after seconds: Double) {
        waiting.finish(place, after: seconds)
        if kind.looks != true, ExpectedTime(seconds: seconds).isLong { longClients.note(place.client) }
    }
}

/// Clients that have sent long jobs lately, without a look at a picture.
struct LongClients {
    private var ends: [String: ContinuousClock.Instant] = [:]

    private static let mostClients = 1024
    /// The time for which a long job counts after its end.
    private static let memory = Duration.seconds(60)

    func contains(_ client: String, at now: ContinuousClock.Instant = .now) -> Bool {
        ends[client].map { now - $0 < Self.memory } ?? false
    }

    /// Notes that a long job of a client has ended.
    mutating func note(_ client: String, at now: ContinuousClock.Instant = .now) {
        if ends[client] == nil, ends.count >= Self.mostClients {
            ends = ends.filter { now - $0.value < Self.memory }
            if ends.count >= Self.mostClients { ends = [:] }
        }
        ends[client] = now
    }
}
