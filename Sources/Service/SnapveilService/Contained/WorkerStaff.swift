import BinaryCoding
import BoundedWork
public import Containment
import Dispatch
import Glibc
import HTTPServer
import ImageCore
import Logging
public import PolicyLibrary
import Redaction
import SecureMemory
import Synchronization

/// The workers of a service, each in a process of its own, with their policies and their memory.
public final class WorkerStaff: Sendable {
    let processes: WorkerProcesses
    private let memory: WorkMemory
    /// The memory that bodies are received into. A block that a worker has seen is never given to another.
    private let blocks: SharedBlockPool
    private let timeLimit: Duration
    private let maximumPixels: Int
    private let lastMaterial = Atomic<MaterialNumber>(0)

    /// The weakest of the locks of all processes.
    public var locks: LockReport { processes.locks }

    /// Bytes that a job has without asking, if they are there: room for two pictures of a phone, and a copy.
    private static let initialByteCount = 64 << 20

    /// Bytes that a worker may take besides large memory, whatever it does: for libraries, stacks and texts.
    private static let otherByteCount = 1 << 30

    /// The settings of a service that its workers need.
    struct Terms {
        /// The number of processes, 1 or more.
        var count: Int
        var setup: SanitizeSetup
        /// Bytes that replies may take together until their clients have taken them.
        var replyBytes: Int
        /// Bytes of the longest body.
        var bodyBytes: Int
        /// The longest that the work on a request may take.
        var timeLimit: Duration
        /// Bytes of memory to keep for later requests, in all.
        var idleBytes: Int
        /// Whether core dumps and debuggers may show memory.
        var allowsInspection: Bool

        /// Bytes of memory to keep for later bodies: a body takes a fraction of the memory of its picture.
        fileprivate var idleBodyBytes: Int { idleBytes / 3 }

        /// The setup of each process before it locks itself. Its region holds models and the replies that wait to be taken, too.
        /// A body can exist twice: decoding base64 or converting to UTF-8 makes a copy. Blocks kept for later bodies stay mapped
        /// in the worker and count at twice their written length.
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
    init(_ terms: Terms, launcher: Launcher, logger: Logger) throws(ContainmentError) {
        let setup = try mapError(terms.workerSetup()) { (_: OutOfMemory) in
            ContainmentError.system("workers cannot be set up", ENOMEM)
        }
        processes = try WorkerProcesses(count: terms.count, setup, launcher: launcher, logger: logger)
        memory = WorkMemory(capacity: terms.setup.workBytes)
        blocks = SharedBlockPool(byteLimit: terms.idleBodyBytes) { [workers = processes.workers] in
            workers[$1].forget($0)
        }
        timeLimit = terms.timeLimit
        maximumPixels = terms.setup.limits.maximumPixels
    }

    // MARK: - Policies

    /// The policies and pictures of a server, as workers have them, and the pictures that cannot be used and that no policy needs.
    public typealias Load = (material: Material, warnings: [InvalidFile])

    /// Hands policies and pictures to a worker, before there are jobs.
    ///
    /// - Throws: ``InvalidFile`` for a policy that cannot be used, or a picture that a policy needs.
    public func load(_ files: CatalogueFiles) throws(InvalidFile) -> Load {
        try load(files) { try processes.load($0) }
    }

    /// Hands policies and pictures to the process that waits to take the place of a worker, so that no job waits for that.
    func reload(_ files: CatalogueFiles) async throws(InvalidFile) -> Load {
        let result = await withCheckedContinuation { continuation in
            // Waits, and for longer than a task may.
            DispatchQueue.global().async { [self] in
                continuation.resume(
                    returning: Result { () throws(InvalidFile) in try load(files) { try processes.loadSpare($0) } }
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
            processes.use(material)
            return (material, warnings)
        case .unusable(let error): throw error
        }
    }

    /// Hands `material` to a worker before a job needs it. Jobs that come meanwhile wait, so it may take no longer than one.
    func load(_ material: Material, on worker: Int) {
        _ = try? processes.workers[worker].load(material, within: timeLimit)
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
        let share = memory.share(of: min(Self.initialByteCount, memory.capacity / processes.workers.count))
        defer { share.end() }
        let content = try mapError(SanitizeJob(order: call.order, material: material.number).encoded()) {
            (_: OutOfMemory) in Problem.overloaded()
        }
        let job = ContainedWorker.Job(
            content: content,
            input: try input(body, for: turn.worker),
            material: material,
            timeLimit: timeLimit,
            cancellation: turn.work.cancellation,
            memoryLimit: memory.capacity,
            grantedByteCount: share.initialByteCount,
            request: { share.require($0, turn.work.cancellation) }
        )
        let result = try mapError(processes.perform(job, on: turn.worker, id, maximumPixels: maximumPixels)) {
            Problem($0 as WorkerFailure)
        }
        meter.reading = result.report.reading
        guard room.reserve(result.body.count) else { throw .overloaded() }
        let response = HTTPServerResponse(head: result.report.head.head, body: result.body)
        return Answer(response, result.report.problem)
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

    // MARK: - Metrics

    var statistics: CrewStatistics {
        let kept = processes.keptMemory
        return CrewStatistics(
            alive: processes.workers.count(where: \.isAlive),
            processes: processes.ids,
            work: memory.statistics,
            coverBytes: kept.covers,
            idle: [.workers: kept.idle, .bodies: blocks.idleByteCount, .front: IdleMemory.byteCount]
        )
    }

    /// Whether there is a worker that can take a job.
    var isAlive: Bool { processes.workers.contains(where: \.isAlive) }
}
