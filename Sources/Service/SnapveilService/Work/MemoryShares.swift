/// Divides memory among jobs, without threads: each call says which of the jobs that waited have their memory now.
///
/// A job never holds memory while it waits for more: it asks once for all that it needs, and gives back first what it was given
/// when it began. Of the jobs that wait, the one that began first is the next to get its memory, and nobody gets any before it. So
/// every job that holds memory can end, and every job that waits is first at some time.
struct MemoryShares: Hashable {
    /// A job by its place in the order in which all began.
    typealias Job = Int

    /// Bytes that nobody holds.
    private(set) var available: Int
    private var held: [Job: Int] = [:]
    /// The jobs that wait for memory, the one that began first at the front.
    private var waiting: [Need] = []
    private var next: Job = 0

    private struct Need: Hashable {
        let job: Job
        let byteCount: Int
    }

    /// Memory of which nobody holds anything.
    init(capacity: Int) {
        available = capacity
    }

    /// How many jobs wait for memory.
    var waitingCount: Int { waiting.count }

    /// Bytes that a job holds.
    func byteCount(of job: Job) -> Int { held[job] ?? 0 }

    /// Begins a job, with `bytes` that nobody asked for if they are there and nobody waits, else with none.
    mutating func begin(with bytes: Int) -> Job {
        defer { next += 1 }
        if waiting.isEmpty { hold(bytes, for: next) }
        return next
    }

    /// Has a job wait for `bytes` in place of what it holds, at most the capacity.
    ///
    /// - Returns: The jobs that have what they waited for; this one may be among them.
    mutating func require(_ bytes: Int, for job: Job) -> [Job] {
        release(job)
        let place = waiting.firstIndex { $0.job > job } ?? waiting.endIndex
        waiting.insert(Need(job: job, byteCount: bytes), at: place)
        return settle()
    }

    /// Ends a job, which holds nothing and waits for nothing any more.
    ///
    /// - Returns: The jobs that have what they waited for.
    mutating func end(_ job: Job) -> [Job] {
        release(job)
        waiting.removeAll { $0.job == job }
        return settle()
    }

    private mutating func release(_ job: Job) {
        available += held.removeValue(forKey: job) ?? 0
    }

    /// Gives a job `bytes` if they are there; whether they were.
    @discardableResult
    private mutating func hold(_ bytes: Int, for job: Job) -> Bool {
        guard bytes <= available else { return false }
        available -= bytes
        held[job] = bytes
        return true
    }

    private mutating func settle() -> [Job] {
        var granted: [Job] = []
        while let first = waiting.first, hold(first.byteCount, for: first.job) {
            granted.append(first.job)
            waiting.removeFirst()
        }
        return granted
    }
}
