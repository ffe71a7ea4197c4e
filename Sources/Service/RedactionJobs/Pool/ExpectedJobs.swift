/// Jobs whose bodies are on their way, each for a while: one that comes slowly keeps no place from others.
struct ExpectedJobs {
    private struct Job {
        let client: String
        let seconds: Double
        let end: ContinuousClock.Instant
    }

    private var jobs: [Int: Job] = [:]
    private var secondsOfClients: [String: Double] = [:]
    private var order: [Int] = []
    /// The first of ``order`` that may be there still.
    private var first = 0
    private var next = 0

    /// The time that a job counts.
    static var patience: Duration { .seconds(2) }

    /// Expected seconds of the jobs of `client` that are to come.
    func seconds(of client: String) -> Double { secondsOfClients[client] ?? 0 }

    /// Adds a job that is expected to take `seconds`; its number.
    mutating func add(_ client: String, _ seconds: Double, at now: ContinuousClock.Instant = .now) -> Int {
        next += 1
        jobs[next] = Job(client: client, seconds: seconds, end: now + Self.patience)
        secondsOfClients[client, default: 0] += seconds
        order.append(next)
        return next
    }

    /// Removes a job that has come, or will not; whether it still counted.
    @discardableResult
    mutating func remove(_ number: Int) -> Bool {
        guard let job = jobs.removeValue(forKey: number) else { return false }
        let rest = (secondsOfClients[job.client] ?? 0) - job.seconds
        // What rounding leaves is no job.
        secondsOfClients[job.client] = rest > 1e-6 ? rest : nil
        return true
    }

    /// Removes the jobs that have not come in time.
    mutating func expire(at now: ContinuousClock.Instant = .now) {
        while first < order.count {
            let job = jobs[order[first]]
            if let job, job.end > now { break }
            remove(order[first])
            first += 1
        }
        guard first > order.count / 2 else { return }
        order.removeFirst(first)
        first = 0
    }
}
