import Artefacts
import BoundedWork
import Containment
import Glibc
import RawVideo
import RedactionJobs
import Sealing
import SecureMemory
import Synchronization

/// The writing of a redacted artefact, beside which the artefact is sealed as it was, if that is ordered.
struct ArtefactSealing {
    private let writing: ResultWriting
    private let receipt: ArtefactReceipt
    private let workers: FileWorkers
    /// The turn in which it is done; nil for one of its own.
    private let turn: JobQueue.Turn?

    init(
        _ writing: ResultWriting,
        _ receipt: ArtefactReceipt,
        _ workers: FileWorkers,
        _ turn: JobQueue.Turn? = nil
    ) {
        (self.writing, self.receipt, self.workers, self.turn) = (writing, receipt, workers, turn)
    }

    private var input: FilePlace { writing.input }

    /// Replaces the result by what `body` writes, once the sealed artefact is there.
    func write(by body: (borrowing OpenFile) throws(SystemError) -> Void) throws(FileError) {
        guard workers.order.seals else { return try writing.write(by: body) }
        guard !input.isStream, !writing.output.isStream else {
            throw FileError(path: input.path, reason: "an artefact that comes or goes by a stream cannot be sealed")
        }
        try writing.write(by: body, sealing: seal)
    }

    private func seal(_ redacted: borrowing OpenFile, into sealed: borrowing OpenFile) throws(FileError) {
        let fault = try mapError(fault(ofSealing: redacted, into: sealed)) { (error: SystemError) in
            FileError(path: writing.sealed.path, error.code)
        }
        if let fault { throw fault }
    }

    /// Seals the input; the reason why that cannot be, if it is none of the system.
    private func fault(
        ofSealing redacted: borrowing OpenFile,
        into sealed: borrowing OpenFile
    ) throws(SystemError) -> FileError? {
        guard let receipt = try? JSONText.encode(receipt) else { throw SystemError(code: ENOMEM) }
        let original = try input.opened()
        let count = Int(try original.status().st_size)
        // By this process: a worker that had the file could write to its memory.
        guard lseek(redacted.descriptor, 0, SEEK_SET) == 0,
            let digest = try? FileDigest(readFrom: DescriptorStream(redacted.descriptor))
        else { throw .inputOutput }
        let byteCount = SealedArtefactWriter.byteCount(
            recipientCount: workers.order.recipients.count,
            of: digest,
            receipt,
            originalByteCount: count
        )
        let pipe = try PipedFile(into: sealed.descriptor, atMost: byteCount)
        var fault: FileError?
        do throws(FileError) {
            try writing.checkInput(original)
            try seal(.seal(byteCount: count, redacted: digest), receipt, [original.descriptor, pipe.descriptor])
        } catch {
            fault = error
        }
        let written = try pipe.finish()
        guard fault != nil || written == byteCount else { throw .inputOutput }
        return fault
    }

    /// Has a worker seal the artefact of a descriptor.
    private func seal(
        _ demand: RedactionJob.Demand,
        _ receipt: SecureBytes,
        _ streams: [Int32]
    ) throws(FileError) {
        let outcome = Mutex<Result<Void, RedactionFault>?>(nil)
        @Sendable func perform(_ turn: JobQueue.Turn) {
            outcome.withLock { outcome in
                guard outcome == nil else { return }
                outcome = Result { () throws(RedactionFault) in
                    _ = try workers.pool.parts(of: demand, with: workers.material, on: receipt, streams: streams, turn)
                }
            }
        }
        if let turn {
            perform(turn)
        } else {
            workers.run { turn in
                perform(turn)
                return false
            }
        }
        do throws(RedactionFault) {
            try (outcome.withLock(\.self) ?? .failure(.worker(.unavailable))).get()
        } catch {
            throw FileError(path: input.path, reason: error.sentence)
        }
    }
}
