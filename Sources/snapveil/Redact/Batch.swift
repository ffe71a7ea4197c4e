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
    /// Whether the page sources of the files lie beside them.
    let takesHierarchiesBeside: Bool
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
        crew.run(on: Self.workers(jobs: jobs, files: files.count), threads: jobs) { worker in
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
        let redacted = try crew.perform(file.input, takingHierarchyBeside: takesHierarchiesBeside, on: worker)
        try OutputFile(file.output).write(redacted.picture)
        if let hierarchyOutput, let hierarchy = redacted.hierarchy { try OutputFile(hierarchyOutput).write(hierarchy) }
        return redacted.receipt
    }
}
