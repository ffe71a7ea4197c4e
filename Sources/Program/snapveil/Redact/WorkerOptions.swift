import ArgumentParser
import BoundedWork
import Containment
import Detection
import Logging
import PolicyLibrary
import Redaction
import RedactionJobs

struct WorkerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Files worked on at a time. (default: one per core)", valueName: "n"))
    var jobs: Int?
    @Option(
        help: """
            required: work on files only in processes that can open no file and no socket. auto: the same as far as the kernel \
            allows. none: in this process; a file may crash it.
            """
    )
    var isolation = Isolation.auto

    func validate() throws {
        guard jobs.map({ (1...1024).contains($0) }) ?? true else {
            throw ValidationError("--jobs has to be from 1 to 1024.")
        }
    }

    var jobCount: Int { jobs ?? HostLimits.processorCount }
}

extension IsolationNotes {
    /// Notes of a command on standard error, which is silent about complete containment.
    static let ofCommand = IsolationNotes(
        fallback: "files are worked on in this process",
        note: { _ in },
        warn: { Progress.report($0) }
    )
}

extension WorkerOptions {
    /// The number of files that workers are for: an archive keeps all of them busy.
    func count(of files: [FilePlace], _ order: RedactionOrder) -> Int {
        guard order.takesArtefacts, files.count < jobCount else { return files.count }
        return files.contains { ArchiveFile($0) != nil } ? .max : files.count
    }

    /// The workers for `files` files, in processes of `launcher`, or in this one if there is none. Throws if processes cannot be
    /// had, or not be locked, and that is required, and for pictures and models that cannot be used.
    func workers(
        files: Int,
        _ order: RedactionOrder,
        models: String?,
        _ launcher: Launcher?
    ) throws(InvalidSetting) -> FileWorkers {
        let pool = try pool(files: files, WorkSetup(order, models: models), launcher)
        return try FileWorkers(pool, order)
    }

    /// The workers as ``workers(files:_:models:_:)`` has them, without an order.
    func pool(files: Int, _ setup: WorkSetup, _ launcher: Launcher?) throws(InvalidSetting) -> WorkerPool {
        let terms = terms(files: files, setup)
        let contained = try isolation.contained(.ofCommand, "files", launcher) { (launcher) throws(ContainmentError) in
            try WorkerPool(
                terms,
                launcher: launcher,
                logger: Logger(label: "snapveil") { _ in SwiftLogNoOpLogHandler() }
            )
        }
        guard let contained else { return try WorkerPool(terms, Detector.loaded(from: setup.models)) }
        return contained
    }

    /// Bytes of large memory that a worker may take at a time: three times the pixels of the largest picture, and its file
    /// several times over, because the result grows by doubling.
    private static let regionBytes = 2 << 30

    private func terms(files: Int, _ setup: WorkSetup) -> WorkerPool.Terms {
        let count = max(min(jobCount, files), 1)
        return WorkerPool.Terms(
            // Nobody waits for a worker that looks.
            queue: JobQueue.Bounds(workers: count, threads: jobCount, looks: count),
            setup: setup,
            regionBytes: Self.regionBytes,
            // A person waits, who can end the program.
            timeLimit: nil,
            idleBytes: min(count * MemoryPlan.idleByteCountOfWorker, HostLimits.memoryByteCount / 10)
        )
    }
}
