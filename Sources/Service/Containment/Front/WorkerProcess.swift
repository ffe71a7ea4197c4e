import BinaryCoding
import BoundedWork
import CContainment
import Dispatch
import Glibc
import SecureMemory
import Synchronization

/// One process that does contained work. All but ``callOff(_:)``, ``release(_:)``, ``forget(_:)`` and ``kill()`` is called by one
/// thread at a time.
final class WorkerProcess: Sendable {
    /// The worker's memory, which this process only reads.
    let region: SharedMemory
    private let child: ChildProcess
    private let socket: PacketSocket
    /// Takes notices.
    private let asides: PacketSocket
    private let state = Mutex(State())

    private struct State {
        var isBroken = false
        var hasRepeatedItself = false
        var lastJob: JobNumber = 0
        var materials: [MaterialNumber] = []
        /// The blocks of memory that the worker has mapped.
        var blocks: Set<SharedMemory.ID> = []
        /// The jobs whose results were sent, still unknown to the worker.
        var released: [JobNumber] = []
        /// Whether they are due to be sent without a job.
        var releaseIsDue = false
    }

    /// The time that a worker may take to set itself up.
    private static let patience = Duration.seconds(20)
    /// The time for an idle worker to keep sent results: to wake it for each takes as long as a small job.
    private static let releasePause = DispatchTimeInterval.milliseconds(250)

    init(_ launcher: Launcher, _ setup: WorkerSetup, _ board: Board) throws(ContainmentError) {
        let (own, other) = try PacketSocket.pair()
        let (ownAsides, otherAsides) = try PacketSocket.pair()
        let memory = SharedMemory.init(byteCount:access:receivers:)
        region = try mapError(memory(setup.regionByteCount, .readOnly, .readWrite)) { (_: OutOfMemory) in
            ContainmentError.lackOfSharedMemory()
        }
        child = try launcher.launch(other)
        socket = own
        asides = ownAsides
        let content = try mapError(Order.setUp(setup).encoded()) { (_: OutOfMemory) in
            ContainmentError.system("a worker cannot be set up", ENOMEM)
        }
        withExtendedLifetime(otherAsides) {
            let descriptors = [region.descriptor, board.memory.descriptor, otherAsides.descriptor.number]
            _ = own.send(content, passing: descriptors.compactMap(\.self))
        }
    }

    func awaitReady() throws(ContainmentError) -> LockReport {
        switch answer(or: nil, until: .now + Self.patience) {
        case .report(.ready(let locks)): return locks
        case .report(.refused(let reason)): throw .unusableSetup(reason)
        case .report(.failed(let reason)): throw .endedEarly(reason)
        case .end: throw .endedEarly(failure().description)
        case .deadline: throw .endedEarly(WorkerFailure.overran.description)
        default: throw .endedEarly(WorkerFailure.babbled.description)
        }
    }

    /// Whether the worker is trusted with nothing more.
    var isBroken: Bool { state.withLock(\.isBroken) }

    var hasRepeatedItself: Bool { state.withLock(\.hasRepeatedItself) }

    func noteRepetition() {
        state.withLock { $0.hasRepeatedItself = true }
    }

    var id: Int32 { child.pid }

    func endDescriptor() -> Descriptor? { child.endDescriptor() }

    func kill() {
        state.withLock { $0.isBroken = true }
        _ = child.end()
    }

    /// The end of the process, which is killed if it still runs.
    func failure() -> WorkerFailure {
        state.withLock { $0.isBroken = true }
        let ending = child.end()
        return switch ending {
        case .exited(WorkerLock.outOfMemoryStatus): .outOfMemory
        case .signalled(SIGKILL): .killed(ending.description)
        case .signalled(SIGSYS): .trespassed(ending.description)
        case .signalled(ProcessorTime.signal): .overworked
        case .exited, .signalled: .crashed(ending.description)
        }
    }

    // MARK: - Orders

    /// Gives the worker an order, with memory to read and descriptors for it; false if it will not get them. A worker that does not
    /// read is killed.
    func send(_ order: Order, _ memory: SharedMemory? = nil, passing streams: [Int32] = []) -> Bool {
        guard !isBroken, let content = try? order.encoded() else { return false }
        return send(content, [memory?.descriptor].compactMap(\.self) + streams, on: socket)
    }

    private func send(_ content: SecureBytes, _ descriptors: [Int32] = [], on socket: PacketSocket) -> Bool {
        switch socket.send(content, passing: descriptors) {
        case .delivered: return true
        case .gone: return false
        case .noRoom:
            kill()
            return false
        }
    }

    private func send(_ notice: Notice) {
        guard !isBroken, let content = try? notice.encoded() else { return }
        _ = send(content, on: asides)
    }

    func callOff(_ job: JobNumber) { send(.cancel(job)) }

    func release(_ job: JobNumber) {
        let isFirst = state.withLock { state in
            state.released.append(job)
            defer { state.releaseIsDue = true }
            return !state.releaseIsDue
        }
        guard isFirst else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.releasePause) { [weak self] in self?.sendReleases() }
    }

    private func sendReleases() {
        state.withLock { $0.releaseIsDue = false }
        while case let jobs = takeReleases(), !jobs.isEmpty { send(.release(jobs)) }
    }

    func takeReleases() -> [JobNumber] {
        state.withLock { state in
            let jobs = state.released.prefix(Notice.mostJobs)
            state.released.removeFirst(jobs.count)
            return Array(jobs)
        }
    }

    /// Has the worker take `material`, unless it is among its last ones; its verdict, nil if it has it already.
    func load(_ material: Material, until deadline: ContinuousClock.Instant) throws(WorkerFailure) -> SecureBytes? {
        guard !state.withLock({ $0.materials.contains(material.number) }) else { return nil }
        let order = Order.load(material.number, byteCount: material.byteCount)
        guard send(order, material.memory) else { throw failure() }
        switch answer(or: nil, until: deadline) {
        case .report(.loaded(material.number, let verdict)):
            state.withLock { state in state.materials = (state.materials + [material.number]).suffix(materialCapacity) }
            return verdict
        case .end: throw failure()
        case .deadline: throw .overran
        default: throw .babbled
        }
    }

    /// Notes a block of memory that the worker maps; false if it had it before.
    func note(block: SharedMemory.ID) -> Bool {
        state.withLock { $0.blocks.insert(block).inserted }
    }

    func forget(_ block: SharedMemory.ID) {
        guard state.withLock({ $0.blocks.remove(block) }) != nil else { return }
        send(.forget(block))
    }

    func nextJob() -> JobNumber {
        state.withLock { state in
            state.lastJob += 1
            return state.lastJob
        }
    }

    // MARK: - Reports

    enum Answer {
        case report(Report)
        case end
        case babble
        case event
        case deadline
    }

    /// Waits for a report of the worker, until `event` can be read or the deadline passes.
    func answer(or event: Descriptor?, until deadline: ContinuousClock.Instant) -> Answer {
        let readiness = Readiness.wait(for: socket.descriptor, event, until: deadline)
        if readiness.contains(.first) { return receive() }
        return readiness.contains(.second) ? .event : .deadline
    }

    /// Whether the worker has ended, or sent a report unasked.
    var hasSpokenUp: Bool {
        Readiness.wait(for: socket.descriptor, nil, until: .now).contains(.first)
    }

    /// Whether the worker has ended, without a report that nobody has read.
    var hasEnded: Bool {
        if case .end = answer(or: nil, until: .now) { true } else { false }
    }

    private func receive() -> Answer {
        guard let content = socket.receiveNow() else { return .end }
        guard let report = try? Report(decoding: content) else { return .babble }
        return .report(report)
    }
}

/// The reason why a job came to nothing, while the front goes on.
public enum WorkerFailure: Error, Equatable, Sendable {
    /// The process ended: by a signal, or with an exit status.
    case crashed(String)
    /// Somebody else killed the process: mostly the kernel, for lack of memory.
    case killed(String)
    /// The process made a system call that it may not make, which ended it.
    case trespassed(String)
    /// The process took more memory than it may.
    case outOfMemory
    /// The job took longer than it may.
    case overran
    /// Calls of a library took more time of the processor than they may.
    case overworked
    /// Nobody waits for the job any more.
    case cancelled
    /// The process sent bytes that no worker sends.
    case babbled
    /// There is no worker, and none could be started.
    case unavailable
}

extension WorkerFailure: CustomStringConvertible {
    /// A phrase for a log.
    public var description: String {
        switch self {
        case .crashed(let ending), .killed(let ending), .trespassed(let ending): "ended \(ending)"
        case .outOfMemory: "took more memory than allowed"
        case .overran: "took longer than allowed"
        case .overworked: "took more processor time than allowed"
        case .cancelled: "did not stop after its client had left"
        case .babbled: "broke the protocol"
        case .unavailable: "could not be started"
        }
    }
}
