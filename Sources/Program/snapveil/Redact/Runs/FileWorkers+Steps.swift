import Artefacts
import BoundedWork
import Containment
import RedactionJobs
import SecureMemory
import Synchronization

extension FileWorkers {
    var count: Int { pool.queue.workers.count }

    /// Redacts an archive part by part.
    ///
    /// - Parameter writing: The writing of its result, which was begun before it was opened.
    func redact(_ archive: ArchiveFile, by writing: ResultWriting) throws(FileError) -> ArtefactReceipt {
        let scratch = try Scratch(beside: writing.output)
        let result = try ArtefactRun(ArchiveSource(archive, self), self).redact(into: scratch)
        let sealing = ArtefactSealing(writing, result.receipt, self)
        try ArchiveOutput(result.entries, in: scratch).write(to: writing.output, by: sealing.write)
        return result.receipt
    }

    /// The same workers, which know what the parts of an artefact tell of themselves.
    ///
    /// - Parameter path: The path of the artefact.
    func knowing(_ told: ToldSecrets, of path: String) throws(FileError) -> FileWorkers {
        var order = order
        order.told = told
        do throws(InvalidSetting) {
            var workers = try FileWorkers(pool, order)
            workers.recordings = recordings
            return workers
        } catch {
            throw FileError(path: path, reason: QuotedText.printing("\(error)"))
        }
    }

    /// What `read` makes of the answer of a worker to a question on an artefact.
    func answer<Answer: Sendable>(
        _ step: ArtefactStep,
        for path: String,
        asking question: @escaping @Sendable () throws -> SecureBytes,
        reading read: @escaping @Sendable (SecureBytes) throws -> Answer
    ) throws(FileError) -> Answer {
        let known = Mutex<Answer?>(nil)
        try take(step, on: [()], of: path) {
            try question()
        } reading: { _, message in
            let answer = try read(message)
            known.withLock { $0 = answer }
        }
        guard let answer = known.withLock(\.self) else {
            throw FileError(path: path, reason: WorkerFailure.unavailable.sentence)
        }
        return answer
    }

    /// Has the workers take a step on each part of an artefact, until one fails.
    ///
    /// - Parameters:
    ///   - path: The path of the artefact.
    ///   - question: The message on a part.
    ///   - read: Reads the answer on a part, in memory of this process.
    func take<Part: Sendable>(
        _ step: ArtefactStep,
        on parts: [Part],
        of path: String,
        asking question: @escaping @Sendable (Part) throws -> SecureBytes,
        reading read: @escaping @Sendable (Part, SecureBytes) throws -> Void
    ) throws(FileError) {
        let next = Atomic(0)
        let fault = Mutex<FileError?>(nil)
        let progress = Progress(total: parts.count, step.words)
        run { turn in
            let index = next.add(1, ordering: .relaxed).oldValue
            guard index < parts.count, fault.withLock({ $0 == nil }) else { return false }
            do {
                try read(parts[index], take(step, question(parts[index]), turn))
                progress.advance()
            } catch {
                fault.withLock { $0 = $0 ?? Self.fault(error, of: path) }
            }
            return true
        }
        progress.finish()
        if let fault = fault.withLock(\.self) { throw fault }
    }

    private static func fault(_ error: any Error, of path: String) -> FileError {
        switch error {
        case let error as FileError: error
        case let error as SystemError: FileError(path: path, error.code)
        case let fault as RedactionFault: FileError(path: path, reason: fault.sentence)
        default: FileError(path: path, reason: QuotedText.printing("\(error)"))
        }
    }

    /// The answer of the worker of a turn, copied from memory that it may go on to write to.
    private func take(
        _ step: ArtefactStep,
        _ question: SecureBytes,
        _ turn: JobQueue.Turn
    ) throws -> SecureBytes {
        try pool.parts(of: .step(step), with: material, on: question, turn).picture.copied()
    }
}

extension SecureBytes {
    /// A copy in memory of its own, however long the rest of this memory stays.
    func copied() throws(OutOfMemory) -> SecureBytes {
        try withUnsafeBytes { (bytes) throws(OutOfMemory) in try SecureBytes(copying: bytes) }
    }
}

extension ArtefactStep {
    /// What is done, for people who wait; nil for a step that takes no time.
    fileprivate var words: String? {
        switch self {
        case .survey: "reading"
        case .redact: "redacting"
        case .cover: "covering frames"
        case .index, .plan, .frames: nil
        }
    }
}
