import BoundedWork
import Foundation
import Redaction
import SecureMemory
import Synchronization

enum RedactionCrew: Sendable {
    /// This process, with the same number of threads for each file.
    case here(RedactionTask, ThreadCount)
    /// A process for each file that is worked on at a time.
    case contained(RedactionStaff)

    final class ThreadCount: Sendable {
        fileprivate let number = Atomic(1)
    }

    /// Reads a file and redacts it, on a worker that has no other file now. The error's words can do no harm.
    ///
    /// - Parameters:
    ///   - name: The name of the file where it comes from; nil if that is the path.
    ///   - takesHierarchy: Whether the page source of the file lies beside it, if it has one.
    func perform(
        _ file: FilePlace,
        takingHierarchyBeside takesHierarchy: Bool,
        on worker: Int
    ) throws(FileError) -> RedactedFile {
        let scale = SnapshotName(file.path).scale
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

    /// The source of the memory that a file for this worker is read into.
    func memory(for worker: Int) -> MemorySource {
        switch self {
        case .contained(let staff): staff.memory(for: worker)
        case .here: .process
        }
    }

    /// Redacts a file, whose snapshot is in memory for this worker, which has no other file now.
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

extension RedactionCrew {
    static func workers(jobs: Int, files: Int) -> Int { max(min(jobs, files), 1) }

    /// Works on `count` files in parallel, on `jobs` threads at a time, with progress and errors on standard error; the
    /// number of failures. `body` works on the file at an index, on a worker.
    func workOnFiles(
        _ count: Int,
        jobs: Int,
        _ body: @escaping @Sendable (_ index: Int, _ worker: Int) throws(FileError) -> Void
    ) -> Int {
        let next = Atomic(0)
        let failures = Atomic(0)
        let progress = Progress(total: count)
        run(on: Self.workers(jobs: jobs, files: count), threads: jobs) { worker in
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                do throws(FileError) {
                    try body(index, worker)
                    progress.advance()
                } catch {
                    failures.add(1, ordering: .relaxed)
                    progress.advance(reporting: "snapveil: \(error)")
                }
            }
        }
        progress.finish()
        return failures.load(ordering: .relaxed)
    }
}

extension RedactionCrew {
    /// Calls `body` for each worker, on a thread of its own, and waits for all. The threads of workers that are done go
    /// to those that still work.
    func run(on count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let working = WorkingCount(count) { setThreads(max(threads / $0, 1)) }
        let group = DispatchGroup()
        for worker in 0..<count {
            group.enter()
            // Not of Dispatch, which has no more threads than there are cores: these mostly wait.
            Thread.detachNewThread {
                body(worker)
                working.decrease()
                group.leave()
            }
        }
        group.wait()
    }
}

private final class WorkingCount: Sendable {
    private let count: Mutex<Int>
    private let note: @Sendable (Int) -> Void

    /// Calls `note` with every count but 0, in order.
    init(_ count: Int, _ note: @escaping @Sendable (Int) -> Void) {
        self.count = Mutex(count)
        self.note = note
        note(count)
    }

    func decrease() {
        count.withLock { count in
            count -= 1
            if count > 0 { note(count) }
        }
    }
}
