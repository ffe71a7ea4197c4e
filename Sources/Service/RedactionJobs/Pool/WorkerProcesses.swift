import BoundedWork
package import Containment
import Foundation
import Logging
import SecureMemory
import Synchronization

/// The processes that work, one for each worker of a pool. One that ends is counted, logged and replaced.
final class WorkerProcesses: Sendable {
    /// The weakest of the locks of all processes.
    let locks: LockReport
    let workers: [ContainedWorker]
    private let supply: WorkerSupply
    private let launcher: Launcher
    /// The place where processes read how many threads have nothing to do.
    private let board: Board
    private let logger: Logger
    /// Hears of ends and replacements.
    private let observer = Mutex<(@Sendable (WorkerEvent) -> Void)?>(nil)
    /// The memory that each worker keeps, by its last result.
    private let kept: Mutex<[KeptMemory]>
    private let isEnding = Atomic(false)

    /// Starts the processes and waits until all are ready.
    init(
        count: Int,
        _ setup: WorkerSetup,
        launcher: Launcher,
        logger: Logger
    ) throws(ContainmentError) {
        board = try mapError(Board()) { (_: OutOfMemory) in ContainmentError.lackOfSharedMemory() }
        supply = WorkerSupply(launcher: launcher, setup: setup, board: board)
        (workers, locks) = try supply.workers(count)
        self.launcher = launcher
        self.logger = logger
        kept = Mutex(Array(repeating: KeptMemory(), count: count))
        for (index, worker) in workers.enumerated() {
            worker.noteReplacements { [weak self] in self?.noteReplacement(of: index, $0) }
        }
    }

    deinit { end() }

    func end() {
        isEnding.store(true, ordering: .relaxed)
        supply.end()
        for worker in workers { worker.stop() }
    }

    // MARK: - Policies

    /// Has the first worker read `material`, which the others read before their next jobs.
    func load(_ material: Material) throws -> SecureBytes? { try workers[0].load(material) }

    /// Has a worker read `material` between two jobs. One that does not is replaced, counted and logged.
    func load(_ material: Material, on worker: Int, within timeLimit: Duration) {
        do throws(WorkerFailure) {
            _ = try workers[worker].load(material, within: timeLimit)
        } catch {
            guard !isEnding.load(ordering: .relaxed) else { return }
            workers[worker].stop()
            noteEnd(of: worker, error, "a worker failed to read policies")
            restore(worker)
        }
    }

    /// Has the process read `material` that waits to take the place of a worker, so that no job waits for that.
    func loadSpare(_ material: Material) throws -> SecureBytes? { try supply.load(material) }

    /// Has new processes read `material` before they take the place of a worker.
    func use(_ material: Material) { supply.use(material) }

    // MARK: - Jobs

    /// Has a worker do a job, and reads its result.
    ///
    /// - Parameters:
    ///   - id: The name of the job in the log.
    ///   - maximumPixels: Pixels of the largest snapshot that a result can be about.
    func perform(
        _ job: ContainedWorker.Job,
        on worker: Int,
        _ id: String,
        maximumPixels: Int
    ) throws(WorkerFailure) -> WorkResult {
        do throws(WorkerFailure) {
            let start = ContinuousClock.now
            let message = try workers[worker].perform(job)
            let bounds = WorkResult.Bounds(time: .now - start, pixels: maximumPixels)
            guard let result = try? WorkResult(decoding: message, within: bounds) else { throw .babbled }
            kept.withLock { $0[worker] = result.kept }
            return result
        } catch {
            fail(worker, error, id)
            throw error
        }
    }

    /// Ends a worker that has failed, counts that and logs it.
    func fail(_ worker: Int, _ failure: WorkerFailure, _ id: String) {
        workers[worker].stop()
        noteEnd(of: worker, failure, failure == .cancelled ? "a worker was ended" : "a worker failed", id)
    }

    /// Counts and logs that a job found a worker unfit, which has another process since.
    private func noteReplacement(of worker: Int, _ failure: WorkerFailure?) {
        noteEnd(of: worker, failure, failure == nil ? "an idle worker ended" : "a worker failed before its next job")
        note(.restarted)
    }

    // MARK: - Metrics

    /// Calls `action` at every end and replacement of a process from now on.
    func observe(_ action: @escaping @Sendable (WorkerEvent) -> Void) {
        observer.withLock { $0 = action }
    }

    private func note(_ event: WorkerEvent) {
        if let observer = observer.withLock(\.self) { observer(event) }
    }

    /// Counts and logs the end of a process: nil for one that had nothing to do.
    private func noteEnd(of worker: Int, _ failure: WorkerFailure?, _ event: String, _ id: String? = nil) {
        note(.ended(failure))
        kept.withLock { $0[worker] = KeptMemory() }
        var metadata: Logger.Metadata = ["worker": "\(worker)"]
        metadata["id"] = id.map { "\($0)" }
        let reason = failure.map { ": it \($0)" } ?? ""
        logger.log(level: failure == .cancelled ? .info : .error, "\(event)\(reason)", metadata: metadata)
    }

    /// All processes besides the front, by their numbers.
    var ids: [(role: ProcessRole, id: Int32)] {
        workers.compactMap(\.processID).map { (.workers, $0) } + [(.launcher, launcher.processID)]
            + [supply.spareProcessID].compactMap(\.self).map { (.spare, $0) }
    }

    /// The memory that all workers keep.
    var keptMemory: KeptMemory {
        kept.withLock { kept in
            KeptMemory(covers: kept.reduce(0) { $0 + $1.covers }, idle: kept.reduce(0) { $0 + $1.idle })
        }
    }

    // MARK: - Upkeep

    /// The means by which a queue of these workers stays able to work.
    var upkeep: JobQueue.Upkeep {
        JobQueue.Upkeep(
            needsRestoring: { [workers] in !workers[$0].isAlive },
            restore: { [self] in restore($0) },
            noteIdle: { [board] in board.idleThreads = $0 }
        )
    }

    /// Has `queue` restore workers that end with nothing to do, and keeps a process ready for the next one that ends.
    func watch(with queue: JobQueue) {
        supply.keepSpare()
        for (index, worker) in workers.enumerated() {
            worker.watch { [weak self, weak queue] in
                guard let self else { return }
                queue?.schedule(on: index) { self.replace(index) }
            }
        }
    }

    /// Gives a worker that has ended with nothing to do a new process.
    private func replace(_ worker: Int) {
        guard !isEnding.load(ordering: .relaxed), !workers[worker].isFit else { return }
        noteEnd(of: worker, nil, "an idle worker ended")
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
                note(.restarted)
                logger.notice("a worker was replaced", metadata: ["worker": "\(worker)", "ms": "\(time)"])
                return
            } catch {
                note(.restartFailed)
                logger.error("a worker cannot be replaced: \(error)", metadata: ["worker": "\(worker)"])
                Thread.sleep(forTimeInterval: pause)
                pause = min(pause * 2, Self.longestPause)
            }
        }
    }
}

extension WorkerFailure {
    /// The failure as a sentence without a full stop.
    package var sentence: String { "the worker failed: it \(self)" }
}
