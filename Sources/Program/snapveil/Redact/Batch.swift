import Redaction
import SecureMemory
import Synchronization

/// A file to redact and the place of the result.
struct RedactionFile: Sendable {
    /// The snapshot.
    let input: FilePlace
    /// The result.
    let output: FilePlace
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

    /// Redacts `files`, and says on standard error how it goes.
    func run(_ files: [RedactionFile]) -> Outcome {
        let receipts = Mutex<[Int: Receipt]>([:])
        let failures = crew.workOnFiles(files.count, jobs: jobs) { (index, worker) throws(FileError) in
            let receipt = try perform(files[index], on: worker)
            receipts.withLock { $0[index] = receipt }
        }
        return Outcome(
            receipts: receipts.withLock(\.self).sorted { $0.key < $1.key }
                .map { FileReceipt(input: files[$0].input.path, receipt: $1) },
            failures: failures
        )
    }

    /// Redacts a file, and writes the result.
    private func perform(_ file: RedactionFile, on worker: Int) throws(FileError) -> Receipt? {
        let redacted = try crew.perform(file.input, takingHierarchyBeside: takesHierarchiesBeside, on: worker)
        try file.output.write(redacted.picture)
        if let hierarchyOutput, let hierarchy = redacted.hierarchy { try FilePlace(hierarchyOutput).write(hierarchy) }
        return redacted.receipt
    }
}
