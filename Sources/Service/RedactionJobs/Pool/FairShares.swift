/// The time that each of several competitors was given, by which the next turn is given fairly.
///
/// Start-time fair queueing: the one that was given least time is next, and one that comes, or comes back, starts with as much
/// as the last that was served (Goyal, Vin and Cheng, "Start-time Fair Queuing", 1996).
struct FairShares<Competitor: Hashable> {
    /// Seconds of ended jobs, and those that running ones are expected to take.
    private var seconds: [Competitor: Double] = [:]
    /// The time that the last that was served had been given then.
    private var clock = 0.0

    subscript(competitor: Competitor) -> Double { seconds[competitor] ?? clock }

    /// Notes that one competes from now on.
    mutating func enter(_ competitor: Competitor) { seconds[competitor] = max(self[competitor], clock) }

    /// Notes that a job runs that is expected to take `time` seconds.
    mutating func start(_ competitor: Competitor, for time: Double) {
        let served = self[competitor]
        clock = max(clock, served)
        seconds[competitor] = served + time
    }

    /// Notes that a job took `time` seconds more than expected.
    mutating func correct(_ competitor: Competitor, by time: Double) { seconds[competitor]? += time }

    /// Forgets one that does not compete any more.
    mutating func forget(_ competitor: Competitor) { seconds[competitor] = nil }
}
