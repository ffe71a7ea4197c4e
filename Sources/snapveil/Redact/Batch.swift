import Foundation
import Redaction
import SecureMemory
import Synchronization

/// A file to redact and the place of the result.
struct RedactionFile: Sendable {
    /// The path of the snapshot.
    let input: String
    /// The path of the result.
    let output: String
}

/// Redacts files in parallel.
struct Batch {
    /// Who does it.
    let crew: RedactionCrew
    /// The path that the redacted hierarchy is written to, if it is asked for.
    let hierarchyOutput: String?
    /// Threads that work at a time, 1 or more.
    let jobs: Int

    /// What became of the files of a batch.
    struct Outcome {
        /// The receipts of the files that succeeded, in the order of the files, if they are wanted.
        let receipts: [FileReceipt]
        /// Files that failed; each was named on standard error.
        let failures: Int
    }

    /// Workers for a number of files.
    static func workers(jobs: Int, files: Int) -> Int { max(min(jobs, files), 1) }

    /// Redacts `files`, and says on standard error how it goes.
    func run(_ files: [RedactionFile]) -> Outcome {
        let next = Atomic(0)
        let results = Mutex<(receipts: [Int: Receipt], successes: Int)>(([:], 0))
        let progress = Progress(total: files.count)
        onWorkers(Self.workers(jobs: jobs, files: files.count)) { worker in
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < files.count else { return }
                do throws(FileError) {
                    let receipt = try perform(files[index], on: worker)
                    results.withLock { results in
                        results.receipts[index] = receipt
                        results.successes += 1
                    }
                    progress.advance()
                } catch {
                    progress.advance(reporting: "snapveil: \(error)")
                }
            }
        }
        progress.finish()
        let (receipts, successes) = results.withLock(\.self)
        return Outcome(
            receipts: receipts.sorted { $0.key < $1.key }.map { FileReceipt(input: files[$0].input, receipt: $1) },
            failures: files.count - successes
        )
    }

    /// Redacts a file, and writes the result.
    private func perform(_ file: RedactionFile, on worker: Int) throws(FileError) -> Receipt? {
        let redacted = try crew.perform(file.input, on: worker)
        try OutputFile(file.output).write(redacted.picture)
        if let hierarchyOutput, let hierarchy = redacted.hierarchy { try OutputFile(hierarchyOutput).write(hierarchy) }
        return redacted.receipt
    }

    /// Calls `body` for each worker, on a thread of its own, and waits for all. What is left of the threads that may work goes
    /// to the workers that still do.
    private func onWorkers(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let working = WorkingCount(count) { [crew, jobs] in crew.setThreads(max(jobs / $0, 1)) }
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

/// How many workers have files left.
private final class WorkingCount: Sendable {
    private let count: Mutex<Int>
    private let note: @Sendable (Int) -> Void

    /// - Parameter note: Told of every count but 0, in order.
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
