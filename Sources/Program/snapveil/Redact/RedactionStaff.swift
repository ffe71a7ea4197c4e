import BoundedWork
import Containment
import Foundation
import PolicyLibrary
import SecureMemory

/// The processes that work on the files of a run.
final class RedactionStaff: Sendable {
    private let workers: [ContainedWorker]
    private let order: RedactionOrder
    private let material: Material
    private let board: Board
    /// The memory for files. A block that a worker has seen is never given to another.
    private let blocks: SharedBlockPool

    /// The locks of the weakest process.
    let locks: LockReport

    /// Bytes of large memory that a worker may take at a time: three times the pixels of the largest picture, and its file
    /// several times over, because the result grows by doubling.
    private static let regionByteLimit = 2 << 30
    /// Bytes that a worker may take besides for any work: for libraries, stacks and texts.
    private static let otherByteCount = 1 << 30
    /// Bytes that a worker keeps for the next picture: those of two large screens.
    private static let idleByteCount = 64 << 20
    /// A person waits, who can end the program.
    private static let noTimeLimit = Duration.seconds(1 << 32)

    /// Starts the processes, 1 or more, and waits until all are ready. The launcher starts them, now and whenever one has to be
    /// replaced.
    init(
        _ count: Int,
        _ order: RedactionOrder,
        models: String?,
        launcher: Launcher
    ) throws(ContainmentError) {
        let (board, setup) = try mapError(Self.equipment(for: order, models)) { (_: OutOfMemory) in
            ContainmentError.system("workers cannot be set up", ENOMEM)
        }
        let supply = WorkerSupply(launcher: launcher, setup: setup, board: board)
        let (workers, locks) = try supply.workers(count)
        do {
            material = try Material(1, order.encoded())
        } catch {
            throw .system("workers cannot be told the policy", ENOMEM)
        }
        self.workers = workers
        self.locks = locks
        self.order = order
        self.board = board
        blocks = SharedBlockPool { workers[$1].forget($0) }
    }

    private static func equipment(
        for order: RedactionOrder,
        _ models: String?
    ) throws(OutOfMemory) -> (Board, WorkerSetup) {
        let setup = WorkerSetup(
            content: try RedactSetup(order, models: models).encoded(),
            regionByteLimit: regionByteLimit,
            otherByteCount: otherByteCount,
            idleByteCount: idleByteCount
        )
        return (try Board(), setup)
    }

    func setThreads(_ threads: Int) {
        board.idleWorkers = threads - 1
    }

    /// Has a worker decode the pictures of the order, to see whether they can be used.
    func checkPictures() throws(InvalidFile) {
        let fault: InvalidFile?
        do {
            fault = try workers[0].load(material).flatMap { try RedactVerdict(decoding: $0).fault }
        } catch let error as WorkerFailure {
            throw InvalidFile("the assets", error.sentence)
        } catch {
            throw InvalidFile("the assets", WorkerFailure.babbled.sentence)
        }
        if let fault { throw fault }
    }

    /// The source of the memory that a file for this worker is read into.
    func memory(for worker: Int) -> MemorySource { blocks.source(preferring: worker) }

    /// Has a worker redact a file, whose snapshot is in memory for it, and which is its only one now.
    func perform(_ input: RedactionInput, on worker: Int) throws(RedactionFault) -> RedactedFile {
        let job = try mapError(job(on: input, for: worker), RedactionFault.worker)
        let result = try mapError(workers[worker].perform(job), RedactionFault.worker)
        let isHierarchyKnown = input.hierarchy != nil || order.hierarchy != nil
        switch reply(result, withHierarchy: order.returnsHierarchy && isHierarchyKnown) {
        case .done(let file): return file
        case .refused(let sentence): throw .refused(sentence)
        case nil:
            workers[worker].stop()
            throw .worker(.babbled)
        }
    }

    private func job(on file: RedactionInput, for worker: Int) throws(WorkerFailure) -> ContainedWorker.Job {
        let (content, bytes) = try mapError(file.packed(in: memory(for: worker))) { (_: OutOfMemory) in
            WorkerFailure.unavailable
        }
        let input = SharedInput(bytes, in: blocks, for: worker)
        guard input != nil || bytes.isEmpty else { throw .unavailable }
        return ContainedWorker.Job(
            content: content,
            input: input,
            material: material,
            timeLimit: Self.noTimeLimit,
            cancellation: Cancellation(),
            memoryLimit: 0,
            grantedByteCount: 0,
            request: { _ in false }
        )
    }

    /// The reply of a worker; nil if it is not one to this order.
    private func reply(_ result: JobResult, withHierarchy hasHierarchy: Bool) -> RedactReply? {
        guard let reply = try? RedactReply(result) else { return nil }
        guard case .done(let file) = reply else { return reply }
        let isComplete =
            (file.hierarchy != nil) == hasHierarchy && (file.receipt != nil) == order.returnsReceipt
            && (file.report != nil) == order.product.isReport
            && (file.exposure != nil) == (order.product == .exposure)
        return isComplete ? reply : nil
    }
}

extension WorkerFailure {
    /// The failure of a file, as a sentence.
    var sentence: String { "the process that worked on it failed: it \(self)" }
}
