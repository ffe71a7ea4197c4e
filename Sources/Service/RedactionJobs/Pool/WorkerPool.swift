import BoundedWork
public import Containment
package import Detection
import Glibc
import ImageCore
package import Logging
package import SecureMemory
import Synchronization

/// The workers of a server or a command, each in a process of its own, or all in this one, with their queue and their memory.
public final class WorkerPool: Sendable {
    package let queue: JobQueue
    let place: Place
    /// The memory that the pictures of all jobs share; nil for no bound.
    private let memory: WorkMemory?
    let timeLimit: Duration?
    private let maximumPixels: Int
    let lastMaterial = Atomic<MaterialNumber>(0)

    enum Place {
        case here(RedactionWork)
        /// The memory of inputs, too. A block that a worker has seen is never given to another.
        case processes(WorkerProcesses, SharedBlockPool)
    }

    /// Bytes that a job has without asking, if they are there: room for two pictures of a phone, and a copy.
    private static let initialByteCount = 64 << 20

    /// Makes a pool that does all work in this process, with a detector or without one.
    package convenience init(_ terms: Terms, _ detector: Detector?) {
        self.init(terms, .here(RedactionWork(terms.setup, detector)), .none)
    }

    /// Starts the processes of a pool and waits until all are ready. The launcher starts them, now and whenever one is replaced.
    package convenience init(_ terms: Terms, launcher: Launcher, logger: Logger) throws(ContainmentError) {
        let setup = try mapError(terms.workerSetup()) { (_: OutOfMemory) in
            ContainmentError.system("workers cannot be set up", ENOMEM)
        }
        let count = max(terms.queue.workers, 1)
        let processes = try WorkerProcesses(count: count, setup, launcher: launcher, logger: logger)
        let blocks = SharedBlockPool(byteLimit: terms.idleInputBytes) { [workers = processes.workers] in
            workers[$1].forget($0)
        }
        let upkeep = terms.setup.isForLong ? processes.upkeep : processes.upkeep.withoutRestoring
        self.init(terms, .processes(processes, blocks), upkeep)
    }

    private init(_ terms: Terms, _ place: Place, _ upkeep: JobQueue.Upkeep) {
        self.place = place
        queue = JobQueue(terms.queue, upkeep: upkeep)
        memory = terms.setup.workBytes.map { WorkMemory(capacity: $0) }
        timeLimit = terms.timeLimit
        maximumPixels = terms.setup.limits.maximumPixels
    }

    /// The weakest of the locks of all processes; nil where there are none.
    public var locks: LockReport? { if case .processes(let processes, _) = place { processes.locks } else { nil } }

    package var isContained: Bool { locks != nil }

    /// Prepares for the first of many jobs.
    package func begin() {
        switch place {
        case .here(let work): work.warmUp()
        case .processes(let processes, _): processes.watch(with: queue)
        }
    }

    package func end() {
        if case .processes(let processes, _) = place { processes.end() }
    }

    // MARK: - Jobs

    /// The memory for an input that `worker` is likeliest to work on.
    package func inputMemory(for worker: Int) -> MemorySource {
        if case .processes(_, let blocks) = place { blocks.source(preferring: worker) } else { .process }
    }

    /// The worker that has seen the memory of `input`; nil if it does not matter.
    package func worker(of input: SecureBytes) -> Int? {
        guard case .processes(_, let blocks) = place else { return nil }
        return input.sharedPlace.flatMap { blocks.owner(of: $0.memory) }
    }

    /// Has the worker of a turn do a job.
    ///
    /// - Parameters:
    ///   - streams: Descriptors of this process for the job, 3 at most, which are only lent.
    ///   - id: The name of the job in the log.
    package func perform(
        _ demand: RedactionJob.Demand,
        with material: LoadedMaterial,
        on input: SecureBytes,
        streams: [Int32] = [],
        _ turn: JobQueue.Turn,
        id: String
    ) throws(WorkerFailure) -> WorkResult {
        let job = RedactionJob(demand, material: material.number, mayLook: turn.mayLook)
        switch place {
        case .here(let work): return try perform(job, material.ready, on: input, streams, turn, work)
        case .processes(let processes, let blocks):
            let share = memory.map { $0.share(of: min(Self.initialByteCount, $0.capacity / queue.workers.count)) }
            defer { share?.end() }
            let content = try mapError(job.encoded()) { (_: OutOfMemory) in WorkerFailure.unavailable }
            let contained = ContainedWorker.Job(
                content: content,
                input: try Self.shared(input, in: blocks, for: turn.worker),
                streams: streams,
                material: material.shared,
                timeLimit: timeLimit ?? .seconds(1 << 32),
                cancellation: turn.work.cancellation,
                memoryLimit: memory?.capacity ?? 0,
                grantedByteCount: share?.initialByteCount ?? 0,
                request: { share?.require($0, turn.work.cancellation) ?? false }
            )
            return try processes.perform(contained, on: turn.worker, id, maximumPixels: maximumPixels)
        }
    }

    /// Ends the worker of a turn, whose result is none of its job.
    package func distrust(_ turn: JobQueue.Turn, id: String) -> WorkerFailure {
        if case .processes(let processes, _) = place { processes.fail(turn.worker, .babbled, id) }
        return .babbled
    }

    private func perform(
        _ job: RedactionJob,
        _ material: ReadyMaterial?,
        on input: SecureBytes,
        _ streams: [Int32],
        _ turn: JobQueue.Turn,
        _ work: RedactionWork
    ) throws(WorkerFailure) -> WorkResult {
        let limit = timeLimit.map { TimeLimit($0, turn.work.cancellation) }
        let share = memory?.share()
        defer { share?.end() }
        let terms = JobTerms(work: turn.work, streams: streams) { share?.require($0, turn.work.cancellation) ?? true }
        let result = work.result(of: job, material, input, terms)
        if limit?.isExceeded == true { throw .overran }
        return result
    }

    /// The input where the worker can read it. It is there already, unless another worker may have seen the memory.
    private static func shared(
        _ input: SecureBytes,
        in blocks: SharedBlockPool,
        for worker: Int
    ) throws(WorkerFailure) -> SharedInput? {
        guard !input.isEmpty else { return nil }
        if let input = SharedInput(input, in: blocks, for: worker) { return input }
        let copy = try mapError(copy(input, in: blocks, for: worker)) { (_: OutOfMemory) in WorkerFailure.unavailable }
        guard let input = SharedInput(copy, in: blocks, for: worker) else { throw .unavailable }
        return input
    }

    private static func copy(
        _ input: SecureBytes,
        in blocks: SharedBlockPool,
        for worker: Int
    ) throws(OutOfMemory) -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: input.count, in: blocks.source(preferring: worker))
        try builder.append(input)
        return builder.finish()
    }

    // MARK: - Metrics

    package var statistics: PoolStatistics {
        let work = memory?.statistics ?? WorkMemory.Statistics(capacity: 0, used: 0, waiting: 0)
        switch place {
        case .here(let here):
            return PoolStatistics(
                alive: queue.workers.count,
                processes: [],
                work: work,
                coverBytes: here.coverBytes,
                idle: [.front: IdleMemory.byteCount, .workers: 0, .bodies: 0]
            )
        case .processes(let processes, let blocks):
            let kept = processes.keptMemory
            return PoolStatistics(
                alive: processes.workers.count(where: \.isAlive),
                processes: processes.ids,
                work: work,
                coverBytes: kept.covers,
                idle: [.workers: kept.idle, .bodies: blocks.idleByteCount, .front: IdleMemory.byteCount]
            )
        }
    }

    /// Whether there is a worker that can take a job.
    package var isAlive: Bool {
        if case .processes(let processes, _) = place { processes.workers.contains(where: \.isAlive) } else { true }
    }

    /// Calls `action` at every end and replacement of a process from now on.
    package func observe(_ action: @escaping @Sendable (WorkerEvent) -> Void) {
        if case .processes(let processes, _) = place { processes.observe(action) }
    }
}
