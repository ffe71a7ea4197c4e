import BoundedWork
import Containment
import Dispatch
import HTTPServer
import PolicyLibrary
import Redaction
import SecureMemory
import Synchronization

/// The place of the work on the bodies of requests.
enum Crew: Sendable {
    /// This process, on the queues of the pool.
    case here(Workshop, WorkMemory, timeLimit: Duration)
    /// A process for each queue of the pool.
    case contained(WorkerStaff)

    /// Makes the reply to a request.
    ///
    /// - Parameters:
    ///   - room: The memory for the reply, which is reserved here.
    ///   - id: The name of the request in the log.
    ///   - meter: Notes the stages of the work and their times.
    func perform(
        _ call: SanitizeCall,
        on body: SecureBytes,
        room: ReplyRoom,
        _ turn: WorkerPool.Turn,
        _ id: String,
        _ meter: WorkMeter
    ) throws(Problem) -> Answer {
        switch self {
        case .contained(let staff): return try staff.perform(call, on: body, room: room, turn, id, meter)
        case .here(let workshop, let memory, let timeLimit):
            let limit = TimeLimit(timeLimit, turn.work.cancellation)
            let share = memory.share()
            defer { share.end() }
            let terms = JobTerms(work: turn.work) { share.require($0, turn.work.cancellation) }
            do throws(Problem) {
                return Answer(try call.perform(body, in: workshop, room: room, terms: terms, meter: meter))
            } catch {
                throw limit.isExceeded ? .tooExpensive(.time) : error
            }
        }
    }

    /// The memory for the body of the next request, which `worker` is likeliest to work on.
    func bodyMemory(for worker: Int) -> MemorySource {
        switch self {
        case .here: .process
        case .contained(let staff): staff.bodyMemory(for: worker)
        }
    }

    /// The worker that has seen the memory of `body`; nil if it does not matter.
    func worker(of body: SecureBytes) -> Int? {
        switch self {
        case .here: nil
        case .contained(let staff): staff.worker(of: body)
        }
    }

    /// Whether there is a worker that can take a job.
    var isAlive: Bool {
        switch self {
        case .here: true
        case .contained(let staff): staff.isAlive
        }
    }
}

/// The processes and the memory of a crew at a time.
struct CrewStatistics {
    /// Workers that can take a job, or will be able to in a moment.
    let alive: Int
    /// The processes besides the front, by their numbers.
    let processes: [(role: ProcessRole, id: Int32)]
    let work: WorkMemory.Statistics
    /// Bytes of covers of whole screens.
    let coverBytes: Int
    /// Bytes that are kept for later requests.
    let idle: [MemoryHolder: Int]
}

extension Crew {
    func statistics(workers: Int) -> CrewStatistics {
        switch self {
        case .contained(let staff): staff.statistics
        case .here(let workshop, let memory, _):
            CrewStatistics(
                alive: workers,
                processes: [],
                work: memory.statistics,
                coverBytes: workshop.redactor.coverBytes,
                idle: [.front: IdleMemory.byteCount, .workers: 0, .bodies: 0]
            )
        }
    }

    /// Counts the ends and the replacements of processes from now on.
    func report(to metrics: WorkerMetrics) {
        if case .contained(let staff) = self { staff.processes.report(to: metrics) }
    }

    var isContained: Bool { if case .contained = self { true } else { false } }

    /// The means by which a pool of the crew stays able to work.
    var upkeep: WorkerPool.Upkeep {
        switch self {
        case .here: .none
        case .contained(let staff): staff.processes.upkeep
        }
    }

    /// Prepares for the first request.
    func begin(with pool: WorkerPool) {
        switch self {
        case .here(let workshop, _, _): workshop.redactor.warmUp()
        case .contained(let staff): staff.processes.watch(with: pool)
        }
    }

    func end() {
        if case .contained(let staff) = self { staff.processes.end() }
    }

    /// Reads policies and pictures for later requests.
    func policies(
        _ files: CatalogueFiles,
        _ demands: ServerPolicies.Demands,
        _ pool: WorkerPool
    ) async throws(InvalidFile) -> ServerPolicies {
        switch self {
        case .here(let workshop, _, _):
            let catalogue = try Catalogue(files, limits: workshop.redactor.limits)
            return ServerPolicies(catalogue: catalogue, demands: demands)
        case .contained(let staff):
            let (material, warnings) = try await staff.reload(files)
            for worker in pool.workers {
                pool.schedule(on: worker) { staff.load(material, on: worker) }
            }
            let catalogue = try Catalogue(policiesOf: files, warnings: warnings)
            return ServerPolicies(catalogue: catalogue, demands: demands, material: material)
        }
    }
}

/// Cancels work that takes longer than it may, as long as this is kept.
private final class TimeLimit: Sendable {
    private let exceeded = Atomic(false)

    /// Whether the work was cancelled for its time.
    var isExceeded: Bool { exceeded.load(ordering: .relaxed) }

    init(_ limit: Duration, _ cancellation: Cancellation) {
        DispatchQueue.global().asyncAfter(deadline: .now() + limit / .seconds(1)) { [weak self] in
            guard let self, !cancellation.isCancelled else { return }
            exceeded.store(true, ordering: .relaxed)
            cancellation.cancel()
        }
    }
}
