import BinaryCoding
import BoundedWork
public import Containment
import Dispatch
import Foundation
import HTTPServer
import ImageCore
import Logging
public import PolicyLibrary
import Redaction
import SecureMemory
import Synchronization

/// The processes that work on the bodies of requests, one for each worker of a service.
public final class WorkerStaff: Sendable {
    private let supply: WorkerSupply
    private let workers: [ContainedWorker]
    private let memory: WorkMemory
    /// The memory that bodies are received into. A block that a worker has seen is never given to another.
    private let blocks: SharedBlockPool
    private let timeLimit: Duration
    private let maximumPixels: Int
    private let logger: Logger
    private let lastMaterial = Atomic<MaterialNumber>(0)
    private let isEnding = Atomic(false)
    private let launcher: Launcher
    private let metrics = Mutex<WorkerMetrics?>(nil)
    /// What each worker has said with its last result that it keeps.
    private let kept: Mutex<[KeptMemory]>
    /// Where processes read how many workers have nothing to do.
    let board: Board

    /// How the processes have locked themselves: the weakest of them.
    public let locks: LockReport

    /// Bytes that a job has without asking, if they are there: what two pictures of a phone take, and a copy.
    private static let initialByteCount = 64 << 20

    /// Bytes that a worker may take besides large memory, whatever it does: for libraries, stacks and texts.
    private static let otherByteCount = 1 << 30

    /// What a service is like whose bodies the processes work on.
    struct Terms {
        /// How many processes there are, 1 or more.
        var count: Int
        /// What each of them is told.
        var setup: SanitizeSetup
        /// Bytes that replies may take together until their clients have taken them.
        var replyBytes: Int
        /// Bytes of the longest body.
        var bodyBytes: Int
        /// How long the work on a request may take.
        var timeLimit: Duration
        /// Bytes of memory to keep for later requests, in all.
        var idleBytes: Int
        /// Whether core dumps and debuggers may show what is in memory.
        var allowsInspection: Bool

        /// Bytes of memory to keep for bodies to come: a body takes a fraction of what its picture does.
        fileprivate var idleBodyBytes: Int { idleBytes / 3 }

        /// What each process has to know before it locks itself. Replies that wait to be taken lie in its region, too, and so do
        /// models; and of a body there may be copies: what was base64, and what was not UTF-8. It keeps mapped what is kept for
        /// bodies, of which a block may be twice as long as what was ever written to it.
        fileprivate func workerSetup() throws(OutOfMemory) -> WorkerSetup {
            let models = setup.models == nil ? 0 : Workshop.byteCountOfModels
            return WorkerSetup(
                content: try setup.encoded(),
                regionByteLimit: setup.workBytes + replyBytes + 4 * bodyBytes + models,
                otherByteCount: WorkerStaff.otherByteCount + 2 * idleBodyBytes,
                idleByteCount: idleBytes / count,
                allowsInspection: allowsInspection
            )
        }
    }

    /// Starts the processes and waits until all are ready.
    ///
    /// - Parameters:
    ///   - terms: What the service is like.
    ///   - launcher: What starts the processes, now and whenever one has to be replaced.
    ///   - logger: Where it is told what becomes of the processes.
    /// - Throws: ``ContainmentError``.
    init(_ terms: Terms, launcher: Launcher, logger: Logger) throws(ContainmentError) {
        let setup = try mapError(terms.workerSetup()) { (_: OutOfMemory) in
            ContainmentError.system("workers cannot be set up", ENOMEM)
        }
        let board = try mapError(Board()) { (_: OutOfMemory) in ContainmentError.lackOfSharedMemory() }
        supply = WorkerSupply(launcher: launcher, setup: setup, board: board)
        let (workers, locks) = try supply.workers(terms.count)
        self.workers = workers
        self.locks = locks
        self.board = board
        self.logger = logger
        memory = WorkMemory(capacity: terms.setup.workBytes)
        blocks = SharedBlockPool(byteLimit: terms.idleBodyBytes) { workers[$1].forget($0) }
        timeLimit = terms.timeLimit
        maximumPixels = terms.setup.limits.maximumPixels
        self.launcher = launcher
        kept = Mutex(Array(repeating: KeptMemory(), count: workers.count))
    }

    deinit { end() }

    /// Ends all processes.
    func end() {
        isEnding.store(true, ordering: .relaxed)
        supply.end()
        for worker in workers { worker.stop() }
    }

    // MARK: - Policies

    /// The policies and pictures of a server, as workers have them.
    public typealias Load = (material: Material, warnings: [InvalidFile])

    /// Hands policies and pictures to a worker, before there are jobs.
    ///
    /// - Returns: The material that jobs need from then on, and pictures that cannot be used and that no policy needs.
    /// - Throws: ``InvalidFile``.
    public func load(_ files: CatalogueFiles) throws(InvalidFile) -> Load {
        try load(files) { try workers[0].load($0) }
    }

    /// Hands policies and pictures to the process that waits to take the place of a worker, so that no job waits for that.
    ///
    /// - Returns: As ``load(_:)``.
    /// - Throws: ``InvalidFile``.
    func reload(_ files: CatalogueFiles) async throws(InvalidFile) -> Load {
        let result = await withCheckedContinuation { continuation in
            // Waits, and for longer than a task may.
            DispatchQueue.global().async { [self] in
                continuation.resume(
                    returning: Result { () throws(InvalidFile) in try load(files) { try supply.load($0) } }
                )
            }
        }
        return try result.get()
    }

    private func load(
        _ files: CatalogueFiles,
        _ load: (Material) throws -> SecureBytes?
    ) throws(InvalidFile) -> Load {
        let number = lastMaterial.add(1, ordering: .relaxed).newValue
        let verdict: CatalogueVerdict
        let material: Material
        do {
            material = try Material(number, files.encoded())
            guard let bytes = try load(material) else { return (material, []) }
            verdict = try CatalogueVerdict(decoding: bytes)
        } catch {
            throw InvalidFile("policies", "a worker could not read them: \(error)")
        }
        switch verdict {
        case .usable(let warnings):
            supply.use(material)
            return (material, warnings)
        case .unusable(let error): throw error
        }
    }

    /// Hands `material` to a worker before a job needs it. Jobs that come meanwhile wait, so it may take no longer than one.
    func load(_ material: Material, on worker: Int) {
        _ = try? workers[worker].load(material, within: timeLimit)
    }

    // MARK: - Jobs

    /// Memory for a body that `worker` is likeliest to work on.
    func bodyMemory(for worker: Int) -> MemorySource { blocks.source(preferring: worker) }

    /// The worker that has seen the memory of `body`; nil if none has.
    func worker(of body: SecureBytes) -> Int? { body.sharedPlace.flatMap { blocks.owner(of: $0.memory) } }

    /// Makes the reply to a request, on the process of the turn's worker.
    func perform(
        _ call: SanitizeCall,
        on body: SecureBytes,
        room: ReplyRoom,
        _ turn: WorkerPool.Turn,
        _ id: String,
        _ meter: WorkMeter
    ) throws(Problem) -> Answer {
        guard let material = call.policies.material else { throw .defect() }
        guard room.reserve(call.likelyReplyByteCount(for: body.count)) else { throw .overloaded() }
        let share = memory.share(of: min(Self.initialByteCount, memory.capacity / workers.count))
        defer { share.end() }
        let job = ContainedWorker.Job(
            content: try content(of: call, material),
            input: try input(body, for: turn.worker),
            material: material,
            timeLimit: timeLimit,
            cancellation: turn.work.cancellation,
            memoryLimit: memory.capacity,
            grantedByteCount: share.initialByteCount,
            request: { share.require($0, turn.work.cancellation) }
        )
        let start = ContinuousClock.now
        let result: JobResult
        do throws(WorkerFailure) {
            result = try workers[turn.worker].perform(job)
        } catch {
            record(error, of: turn.worker, id)
            throw Problem(error)
        }
        let bounds = SanitizeReport.Bounds(time: .now - start, pixels: maximumPixels)
        guard let report = try? SanitizeReport(decoding: result.content, within: bounds) else {
            workers[turn.worker].stop()
            record(.babbled, of: turn.worker, id)
            throw .init(WorkerFailure.babbled)
        }
        meter.reading = report.reading
        kept.withLock { $0[turn.worker] = report.kept }
        guard room.reserve(result.body.count) else { throw .overloaded() }
        return Answer(HTTPServerResponse(head: report.head.head, body: result.body), report.problem)
    }

    private func content(of call: SanitizeCall, _ material: Material) throws(Problem) -> SecureBytes {
        try mapError(SanitizeJob(order: call.order, material: material.number).encoded()) { (_: OutOfMemory) in
            Problem.overloaded()
        }
    }

    /// The body where the worker can read it. It is there already, unless another worker may have seen the memory.
    private func input(_ body: SecureBytes, for worker: Int) throws(Problem) -> SharedInput? {
        guard !body.isEmpty else { return nil }
        if let input = SharedInput(body, in: blocks, for: worker) { return input }
        let copy = try mapError(copy(body, for: worker)) { (_: OutOfMemory) in Problem.overloaded() }
        guard let input = SharedInput(copy, in: blocks, for: worker) else { throw .defect() }
        return input
    }

    private func copy(_ body: SecureBytes, for worker: Int) throws(OutOfMemory) -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: body.count, in: bodyMemory(for: worker))
        try builder.append(body)
        return builder.finish()
    }

    private func record(_ failure: WorkerFailure, of worker: Int, _ id: String) {
        count { $0.count(WorkerEnd(failure)) }
        kept.withLock { $0[worker] = KeptMemory() }
        guard failure != .cancelled else {
            logger.info("a worker was ended: it \(failure)", metadata: ["worker": "\(worker)", "id": "\(id)"])
            return
        }
        logger.error("a worker failed: it \(failure)", metadata: ["worker": "\(worker)", "id": "\(id)"])
    }

    // MARK: - Metrics

    /// Has it counted from now on what becomes of the processes.
    func report(to metrics: WorkerMetrics) {
        self.metrics.withLock { $0 = metrics }
    }

    private func count(_ count: (WorkerMetrics) -> Void) {
        if let metrics = metrics.withLock(\.self) { count(metrics) }
    }

    /// What there is of processes and memory now.
    var statistics: CrewStatistics {
        let kept = kept.withLock(\.self)
        return CrewStatistics(
            alive: workers.count(where: \.isAlive),
            processes: workers.compactMap(\.processID).map { (.workers, $0) } + [(.launcher, launcher.processID)]
                + [supply.spareProcessID].compactMap(\.self).map { (.spare, $0) },
            work: memory.statistics,
            coverBytes: kept.reduce(0) { $0 + $1.covers },
            idle: [
                .workers: kept.reduce(0) { $0 + $1.idle }, .bodies: blocks.idleByteCount,
                .front: IdleMemory.byteCount,
            ]
        )
    }

    // MARK: - Upkeep

    /// Whether there is a worker that can take a job.
    var isAlive: Bool { workers.contains(where: \.isAlive) }

    /// What keeps a pool of these workers able to work.
    var upkeep: WorkerPool.Upkeep {
        WorkerPool.Upkeep(
            needsRestoring: { [workers] in !workers[$0].isAlive },
            restore: { [self] in restore($0) },
            noteIdle: { [board] in board.idleWorkers = $0 }
        )
    }

    /// Has workers restored by `pool` that end while they have nothing to do, and a process ready for the next one that ends.
    func watch(with pool: WorkerPool) {
        supply.keepSpare()
        for (index, worker) in workers.enumerated() {
            worker.watch { [weak self, weak pool] in
                guard let self else { return }
                pool?.schedule(on: index) { self.replace(index) }
            }
        }
    }

    /// Gives a worker that has ended with nothing to do a new process.
    private func replace(_ worker: Int) {
        guard !isEnding.load(ordering: .relaxed), !workers[worker].isFit else { return }
        count { $0.count(.idle) }
        kept.withLock { $0[worker] = KeptMemory() }
        logger.error("a worker ended with nothing to do", metadata: ["worker": "\(worker)"])
        workers[worker].stop()
        restore(worker)
    }

    private static let firstPause = 0.01
    private static let longestPause = 5.0

    /// Gives a worker a new process, however long it takes to get one.
    private func restore(_ worker: Int) {
        var pause = Self.firstPause
        while !isEnding.load(ordering: .relaxed) {
            let start = ContinuousClock.now
            do throws(ContainmentError) {
                try workers[worker].start()
                let time = Int((.now - start) / .milliseconds(1))
                count { $0.countRestart() }
                logger.notice("a worker was replaced", metadata: ["worker": "\(worker)", "ms": "\(time)"])
                return
            } catch {
                count { $0.countRestartFailure() }
                logger.error("a worker cannot be replaced: \(error)", metadata: ["worker": "\(worker)"])
                Thread.sleep(forTimeInterval: pause)
                pause = min(pause * 2, Self.longestPause)
            }
        }
    }
}
