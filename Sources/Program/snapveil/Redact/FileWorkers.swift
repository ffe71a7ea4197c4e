import Artefacts
import BoundedWork
import Containment
import Foundation
import Redaction
import RedactionJobs
import SecureMemory
import Synchronization

/// The workers of a command, with the order that they follow on every file.
struct FileWorkers: Sendable {
    let pool: WorkerPool
    let order: RedactionOrder
    let material: LoadedMaterial
    /// Takes the recordings; nil leaves them to the workers, who cover none.
    var recordings: RecordingWork?

    /// Has the workers get ready for `order`. Throws for a picture that cannot be used.
    init(_ pool: WorkerPool, _ order: RedactionOrder) throws(InvalidSetting) {
        self.pool = pool
        self.order = order
        material = try mapError(pool.load(.order(order)), InvalidSetting.init).material
    }

    // MARK: - Turns

    /// Gives turns to every worker, one after the other, until `body` returns that there is nothing left to do.
    func run(_ body: @escaping @Sendable (JobQueue.Turn) -> Bool) {
        let queue = pool.queue
        // The closure throws nothing.
        try? Waiting.forResult {
            await withTaskGroup { group in
                for worker in queue.workers {
                    group.addTask {
                        while let turn = try? await queue.run(for: "files", preferring: worker, { body($0) }),
                            turn.value
                        {}
                    }
                }
            }
        }
    }

    /// Works on `count` files in parallel, with progress, notes and errors on standard error; the number of failures. `body` works
    /// on the file at an index, and returns what is to be noted about it, if anything is.
    func workOnFiles(
        _ count: Int,
        _ body: @escaping @Sendable (_ index: Int, _ turn: JobQueue.Turn) throws(FileError) -> String?
    ) -> Int {
        let next = Atomic(0)
        let failures = Atomic(0)
        let progress = Progress(total: count)
        run { turn in
            let index = next.add(1, ordering: .relaxed).oldValue
            guard index < count else { return false }
            do throws(FileError) {
                let note = try body(index, turn)
                progress.advance(reporting: note.map { "snapveil: \($0)" })
            } catch {
                failures.add(1, ordering: .relaxed)
                progress.advance(reporting: "snapveil: \(error)")
            }
            return true
        }
        progress.finish()
        return failures.load(ordering: .relaxed)
    }

    // MARK: - Files

    /// Reads a file and redacts it. The error's words can do no harm.
    ///
    /// - Parameter takesHierarchy: Whether the page source of the file lies beside it, if it has one.
    func perform(
        _ file: FilePlace,
        takingHierarchyBeside takesHierarchy: Bool,
        _ turn: JobQueue.Turn
    ) throws(FileError) -> RedactedFile {
        let input = try mapError(input(file, takesHierarchy, turn)) { (error: FileError) in
            error.code == nil ? FileError(path: error.path, reason: QuotedText.printing(error.reason)) : error
        }
        return try mapError(perform(input, turn)) { (fault: RedactionFault) in
            FileError(path: file.path, reason: fault.sentence)
        }
    }

    private func input(
        _ file: FilePlace,
        _ takesHierarchy: Bool,
        _ turn: JobQueue.Turn
    ) throws(FileError) -> RedactionInput {
        // A page source is read first, as for a shard: one block of shared memory is enough then.
        let hierarchy = takesHierarchy ? try HierarchyBeside.read(of: file) : nil
        return RedactionInput(
            try file.read(.any, in: memory(for: turn)),
            hierarchy: hierarchy,
            scale: SnapshotName(file.path).scale
        )
    }

    /// The source of the memory that a file is read into.
    func memory(for turn: JobQueue.Turn) -> MemorySource { pool.inputMemory(for: turn.worker) }

    /// Redacts a file, whose snapshot is in memory for the worker of the turn.
    func perform(_ input: RedactionInput, _ turn: JobQueue.Turn) throws(RedactionFault) -> RedactedFile {
        let bytes = try mapError(input.packed(in: memory(for: turn))) { (_: OutOfMemory) in
            RedactionFault.worker(.unavailable)
        }
        let parts = try pool.parts(of: input.demand, with: material, on: bytes, turn)
        guard let file = RedactedFile(parts, of: input, order) else { throw .worker(pool.distrust(turn, id: "")) }
        return file
    }
}

extension WorkerPool {
    /// The parts of the result of a job of a command, by the worker of a turn.
    ///
    /// - Parameter streams: Descriptors for the job, which are only lent.
    func parts(
        of demand: RedactionJob.Demand,
        with material: LoadedMaterial,
        on input: SecureBytes,
        streams: [Int32] = [],
        _ turn: JobQueue.Turn
    ) throws(RedactionFault) -> RedactedParts {
        let result = try mapError(
            perform(demand, with: material, on: input, streams: streams, turn, id: ""),
            RedactionFault.worker
        )
        switch result.outcome {
        case .done(let parts): return parts
        case .refused(let sentence): throw .refused(sentence)
        case .problem, .handedBack: throw .worker(distrust(turn, id: ""))
        }
    }
}

/// A file that was redacted or looked at.
struct RedactedFile: Sendable {
    /// The redacted snapshot, or a preview of the covers; with a report its thumbnail, empty if none is wanted.
    let picture: SecureBytes
    let hierarchy: SecureBytes?
    /// The covered pixels, sealed; nil where nothing is to be sealed.
    let sealed: SecureBytes?
    let receipt: Receipt?
    /// The receipt of an artefact; nil for a snapshot.
    let entries: ArtefactReceipt?
    let report: CheckReport?
    /// The report on an artefact; nil for a snapshot.
    let artefactReport: ArtefactReport?
    /// The exposure of the app, if that was asked for.
    let exposure: ExposureReport?

    /// Reads the parts of a result, which an attacker may have written; nil unless they are what the order asks for.
    ///
    /// The worker may go on to write to their memory. So only the picture and the page source stay there; a receipt or a report
    /// is copied, and read into a value of its type.
    init?(_ parts: RedactedParts, of input: RedactionInput, _ order: RedactionOrder) {
        picture = parts.picture
        hierarchy = parts.hierarchy?.bytes
        sealed = parts.sealed
        do {
            receipt = try parts.receipt.map(Self.decode)
            let entriesOfArtefact = order.takesArtefacts ? parts.entries : nil
            entries = try order.product.isReport ? nil : entriesOfArtefact.map(Self.decode)
            artefactReport = try order.product.isReport ? entriesOfArtefact.map(Self.decode) : nil
            exposure = try order.product == .exposure ? parts.report.map(Self.decode) : nil
            report = try order.product == .exposure ? nil : parts.report.map(Self.decode)
        } catch {
            return nil
        }
        let isSnapshot = entries == nil && artefactReport == nil
        let hasHierarchy = order.returnsHierarchy && (input.hierarchy ?? order.hierarchy) != nil && isSnapshot
        guard (hierarchy != nil) == hasHierarchy, (sealed != nil) == (order.seals && isSnapshot),
            (receipt != nil) == (order.returnsReceipt && isSnapshot),
            (report != nil) == (order.product.isReport && isSnapshot), (exposure != nil) == (order.product == .exposure)
        else { return nil }
    }

    private static func decode<Value: Decodable>(_ bytes: SecureBytes) throws -> Value {
        try JSONDecoder().decode(Value.self, from: bytes.withUnsafeBytes { Data($0) })
    }
}

/// The reason why a file was not redacted.
enum RedactionFault: Error, Equatable {
    /// The file cannot be redacted, for this reason.
    case refused(String)
    /// The process that worked on it failed.
    case worker(WorkerFailure)

    /// The reason; the words of a worker in it can do no harm.
    var sentence: String {
        switch self {
        case .refused(let sentence): QuotedText.printing(sentence)
        case .worker(let failure): QuotedText.printing(failure.sentence)
        }
    }
}

/// The facts about a snapshot in the name of its file.
struct SnapshotName {
    /// Pixels for each point, as in `0A1B@3x.ktx` and `0A1B@2x~ipad.ktx`; nil if it has none.
    let scale: Double?

    init(_ path: String) {
        let name = path.split(separator: "/").last ?? ""
        scale = name.wholeMatch(of: #/.*@([1-4])x(~[a-z]+)?(\.[^.]*)?/#).flatMap { Double($0.1) }
    }
}
