package import Containment

/// The processes and the memory of a pool at a time.
package struct PoolStatistics: Sendable {
    /// Workers that can take a job, or will be able to in a moment.
    package let alive: Int
    /// The processes besides the front, by their numbers.
    package let processes: [(role: ProcessRole, id: Int32)]
    package let work: WorkMemory.Statistics
    /// Bytes of covers of whole screens.
    package let coverBytes: Int
    /// Bytes that are kept for later jobs.
    package let idle: [MemoryHolder: Int]
}

/// A holder of memory for later requests, as the value of a label.
package enum MemoryHolder: String, CaseIterable {
    case front
    /// All workers, as each said with its last result.
    case workers
    /// Blocks that bodies are received into.
    case bodies
}

/// The role of a process of the server, as the value of a label.
package enum ProcessRole: String, CaseIterable {
    /// The process with the sockets; with `--isolation none` it works, too.
    case front
    case workers
    /// A process that waits to take the place of a worker.
    case spare
    case launcher
}

/// An end or a replacement of a worker.
package enum WorkerEvent: Sendable {
    /// The worker ended, by a failure or with nothing to do.
    case ended(WorkerFailure?)
    case restarted
    case restartFailed
}
