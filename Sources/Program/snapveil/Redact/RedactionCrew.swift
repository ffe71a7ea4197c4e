import BoundedWork
import Redaction
import SecureMemory
import Synchronization

/// Who does the work on the files of a run.
enum RedactionCrew: Sendable {
    /// This process, on so many threads at a time.
    case here(RedactionTask, ThreadCount)
    /// A process for each file that is worked on at a time.
    case contained(RedactionStaff)

    /// Threads that each job has.
    final class ThreadCount: Sendable {
        fileprivate let number = Atomic(1)
    }

    /// Reads a file and redacts it.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - name: What it was called where it comes from; nil if that is the path.
    ///   - takesHierarchy: Whether the page source of the file lies beside it, if it has one.
    ///   - worker: The worker whose turn it is, which has no other file now.
    /// - Throws: ``FileError``, in words of which no worker can make more than words.
    func perform(
        _ file: FilePlace,
        named name: String? = nil,
        takingHierarchyBeside takesHierarchy: Bool,
        on worker: Int
    ) throws(FileError) -> RedactedFile {
        let scale = SnapshotName(name ?? file.path).scale
        let input = try mapError(input(file, scale, takesHierarchy, worker)) { (error: FileError) in
            FileError(path: error.path, reason: QuotedText.printing(error.reason))
        }
        return try mapError(perform(input, on: worker)) { (fault: RedactionFault) in
            FileError(path: file.path, reason: fault.sentence)
        }
    }

    private func input(
        _ file: FilePlace,
        _ scale: Double?,
        _ takesHierarchy: Bool,
        _ worker: Int
    ) throws(FileError) -> RedactionInput {
        // A page source is read first, as for a shard: one block of shared memory is enough then.
        let hierarchy = takesHierarchy ? try HierarchyBeside.read(of: file) : nil
        return RedactionInput(
            try file.read(.any, in: memory(for: worker)),
            hierarchy: hierarchy,
            scale: scale
        )
    }

    /// Where the memory comes from that a file is to be read into.
    ///
    /// - Parameter worker: The worker that is to work on it.
    func memory(for worker: Int) -> MemorySource {
        switch self {
        case .contained(let staff): staff.memory(for: worker)
        case .here: .process
        }
    }

    /// Redacts a file.
    ///
    /// - Parameters:
    ///   - input: The file, whose snapshot is in memory for this worker.
    ///   - worker: The worker whose turn it is, which has no other file now.
    /// - Throws: ``RedactionFault``.
    func perform(_ input: RedactionInput, on worker: Int) throws(RedactionFault) -> RedactedFile {
        switch self {
        case .contained(let staff): return try staff.perform(input, on: worker)
        case .here(let task, let threads):
            let work = WorkContext(threads: { threads.number.load(ordering: .relaxed) })
            return try mapError(task.perform(input, work)) { (error: RedactionError) in
                RedactionFault.refused(error.sentence)
            }
        }
    }

    /// Lets every job have this many threads, 1 or more.
    func setThreads(_ count: Int) {
        switch self {
        case .contained(let staff): staff.setThreads(count)
        case .here(_, let threads): threads.number.store(count, ordering: .relaxed)
        }
    }
}
