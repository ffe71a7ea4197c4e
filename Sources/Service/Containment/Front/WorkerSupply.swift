import Dispatch
public import SecureMemory
import Synchronization

/// The source of the workers' processes. It can keep one ready, so that a worker that loses its own has the next at once,
/// however busy the cores are.
public final class WorkerSupply: Sendable {
    private let launcher: Launcher
    private let setup: WorkerSetup
    private let board: Board
    private let queue = DispatchQueue(label: "snapveil.spare", qos: .userInitiated)
    private let state = Mutex(State())

    private struct State {
        /// The locks of the first processes, required of all later ones; nil before they are known.
        var demand: LockReport?
        /// The material that the spare process loads in advance.
        var material: Material?
        var keepsSpare = false
        var spare: WorkerProcess?
        var watch: Watch?

        /// Hands out the spare process, if there is one, and if it is `process` where one is named.
        mutating func takeSpare(_ process: WorkerProcess? = nil) -> WorkerProcess? {
            guard process == nil || spare === process else { return nil }
            defer { (spare, watch) = (nil, nil) }
            return spare
        }
    }

    /// A supply that has started nothing yet.
    public init(launcher: Launcher, setup: WorkerSetup, board: Board) {
        self.launcher = launcher
        self.setup = setup
        self.board = board
    }

    /// Starts 1 or more workers, and waits until all are ready; the locks of the weakest, which any later process has to have.
    public func workers(_ count: Int) throws(ContainmentError) -> (workers: [ContainedWorker], locks: LockReport) {
        var workers: [ContainedWorker] = []
        for _ in 0..<count { workers.append(try ContainedWorker(self, launch())) }
        var weakest = try workers[0].awaitReady()
        for worker in workers.dropFirst() { weakest = try weakest.weaker(worker.awaitReady()) }
        state.withLock { $0.demand = weakest }
        return (workers, weakest)
    }

    /// Keeps a process ready from now on, until ``end()``.
    public func keepSpare() {
        state.withLock { $0.keepsSpare = true }
        prepareSpare()
    }

    /// Has a process load `material` that no worker has, and keeps it ready, so that no job waits for that; its verdict.
    public func load(_ material: Material) throws -> SecureBytes? {
        try queue.sync { try prepare(material) }
    }

    /// Has every process that is to be kept ready load `material` first, in place of the one before.
    public func use(_ material: Material) {
        let keepsSpare = state.withLock { state in
            state.material = material
            return state.keepsSpare
        }
        // Not earlier: a front that is to lock itself has no other threads yet.
        if keepsSpare { prepareSpare() }
    }

    /// The number of the process that waits to take the place of another; nil if there is none now.
    public var spareProcessID: Int32? { state.withLock { $0.spare?.id } }

    /// Keeps no process ready any more.
    public func end() {
        let spare = state.withLock { state in
            state.keepsSpare = false
            return state.takeSpare()
        }
        spare?.kill()
    }

    func take() throws(ContainmentError) -> WorkerProcess {
        let spare = state.withLock { $0.takeSpare() }
        defer { prepareSpare() }
        if let spare, !spare.hasSpokenUp { return spare }
        return try ready()
    }

    private func launch() throws(ContainmentError) -> WorkerProcess { try WorkerProcess(launcher, setup, board) }

    private func ready() throws(ContainmentError) -> WorkerProcess {
        let process = try launch()
        let locks = try process.awaitReady()
        guard state.withLock(\.demand).map(locks.includes) ?? true else {
            throw .endedEarly("its locks are weaker than those of earlier workers: \(locks)")
        }
        return process
    }

    /// The time that a process may take to load material when nobody waits for it.
    private static let patience = Duration.seconds(60)
    private static let pause = DispatchTimeInterval.seconds(1)

    /// Provides a spare process with its material, in its own time. A failure is tried again and not logged: the next to take a
    /// process reports it.
    private func prepareSpare(after pause: DispatchTimeInterval = .seconds(0)) {
        queue.asyncAfter(deadline: .now() + pause) { [weak self] in
            guard let self, state.withLock(\.keepsSpare) else { return }
            do {
                _ = try prepare(state.withLock(\.material))
            } catch {
                prepareSpare(after: Self.pause)
            }
        }
    }

    /// Has the spare process, or a new one, load `material`, and keeps it; its verdict. Nobody else has it meanwhile. On the queue.
    private func prepare(_ material: Material?) throws -> SecureBytes? {
        let process = try state.withLock { $0.takeSpare() } ?? ready()
        let verdict = try material.flatMap { try process.load($0, until: .now + Self.patience) }
        keep(process)
        return verdict
    }

    private func keep(_ process: WorkerProcess) {
        state.withLock { state in
            guard state.keepsSpare else { return }
            state.spare = process
            state.watch = Watch(process.endDescriptor()) { [weak self, weak process] in
                if let process { self?.replace(process) }
            }
        }
    }

    private func replace(_ process: WorkerProcess) {
        if state.withLock({ $0.takeSpare(process) }) != nil { prepareSpare() }
    }
}
