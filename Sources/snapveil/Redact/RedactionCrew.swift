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
    ///   - path: The file.
    ///   - worker: The worker whose turn it is, which has no other file now.
    /// - Throws: ``FileError``, in words of which no worker can make more than words.
    func perform(_ path: String, on worker: Int) throws(FileError) -> RedactedFile {
        do throws(FileError) {
            switch self {
            case .contained(let staff): return try staff.perform(path, on: worker)
            case .here(let task, let threads): return try Self.perform(path, task, threads)
            }
        } catch {
            throw FileError(path: error.path, reason: QuotedText.printing(error.reason))
        }
    }

    private static func perform(
        _ path: String,
        _ task: RedactionTask,
        _ threads: ThreadCount
    ) throws(FileError) -> RedactedFile {
        let snapshot = try InputFile(path).read()
        let work = WorkContext(threads: { threads.number.load(ordering: .relaxed) })
        return try mapError(task.perform(snapshot, work)) { (error: RedactionError) in
            FileError(path: path, reason: error.sentence)
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
