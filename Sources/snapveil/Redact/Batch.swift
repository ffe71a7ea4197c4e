import BoundedWork
import Dispatch
import Foundation
import Redaction
import SecureMemory
import StrictJSON
import Synchronization

/// A file to redact and the place of the result.
struct RedactionFile: Sendable {
    /// The path of the snapshot.
    let input: String
    /// The path of the result.
    let output: String
}

/// What is done to every file.
struct RedactionTask: Sendable {
    /// What is asked for. The snapshot of each file takes the place of this one's.
    let request: RedactionRequest
    /// The elements of the screen, where there is one snapshot.
    let hierarchy: HierarchyFile?
    /// Whether results are pictures of what would be covered.
    let isPreview: Bool
    /// Threads that work on one file at a time.
    let threads: Int

    /// What does the work, and keeps covers of whole screens ready for the files to come.
    let redactor = Redactor(covers: CoverCache())

    /// Redacts one file, and writes the result.
    func perform(_ file: RedactionFile) throws -> Receipt {
        var request = request
        request.snapshot = try InputFile(file.input).read()
        let result: Redactor.Result
        do {
            result = try redactor.redact(request, work: WorkContext(threads: { [threads] in threads }))
        } catch {
            throw FileError(path: file.input, reason: "\(error)\(Self.place(of: error))")
        }
        try OutputFile(file.output).write(isPreview ? result.receipt.picture(request.output) : result.image)
        try hierarchy?.write(result.hierarchy)
        return result.receipt
    }

    /// The part of the policy that is at fault, in brackets.
    private static func place(of error: RedactionError) -> String {
        guard case .policy(let error) = error, let pointer = error.pointer else { return "" }
        return " (policy at \"\(pointer)\")"
    }
}

/// Redacts files in parallel.
struct Batch {
    /// What is done to each file.
    let task: RedactionTask
    /// Files that are worked on at a time, 1 or more.
    let jobs: Int

    /// What became of the files of a batch.
    struct Outcome {
        /// The receipts of the files that succeeded, in the order of the files.
        let receipts: [FileReceipt]
        /// Files that failed; each was named on standard error.
        let failures: Int
    }

    /// Redacts `files`, and says on standard error how it goes.
    func run(_ files: [RedactionFile]) -> Outcome {
        let next = Atomic(0)
        let receipts = Mutex([Int: Receipt]())
        let progress = Progress(total: files.count)
        DispatchQueue.concurrentPerform(iterations: min(jobs, files.count)) { _ in
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < files.count else { return }
                do {
                    let receipt = try task.perform(files[index])
                    receipts.withLock { $0[index] = receipt }
                    progress.advance()
                } catch {
                    progress.advance(reporting: "snapveil: \(error)")
                }
            }
        }
        progress.finish()
        let done = receipts.withLock { $0 }
        return Outcome(
            receipts: done.sorted { $0.key < $1.key }.map { FileReceipt(input: files[$0].input, receipt: $1) },
            failures: files.count - done.count
        )
    }
}
