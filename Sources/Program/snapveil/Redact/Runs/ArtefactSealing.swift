import Artefacts
import BoundedWork
import Containment
import Glibc
import RawVideo
import RedactionJobs
import Sealing
import SecureMemory
import Synchronization

/// The writing of a redacted artefact, beside which the artefact is sealed as it was, if that is ordered: both are there, or none.
struct ArtefactSealing {
    private let input: FilePlace
    private let output: FilePlace
    private let receipt: ArtefactReceipt
    private let workers: FileWorkers
    /// The turn in which it is done; nil for one of its own.
    private let turn: JobQueue.Turn?

    init(
        _ input: FilePlace,
        _ output: FilePlace,
        _ receipt: ArtefactReceipt,
        _ workers: FileWorkers,
        _ turn: JobQueue.Turn? = nil
    ) {
        (self.input, self.output, self.receipt, self.workers, self.turn) = (input, output, receipt, workers, turn)
    }

    /// Replaces the result by what `body` writes, once the sealed artefact is there.
    func write(by body: (borrowing OpenFile) throws(SystemError) -> Void) throws(FileError) {
        guard workers.order.seals else { return try output.write(by: body) }
        guard !input.isStream, !output.isStream else {
            throw FileError(path: input.path, reason: "an artefact that comes or goes by a stream cannot be sealed")
        }
        var fault: FileError?
        do throws(FileError) {
            try output.write { (redacted) throws(SystemError) in
                try body(redacted)
                do throws(FileError) {
                    try seal(redacted)
                } catch {
                    fault = error
                    throw .inputOutput
                }
            }
        } catch {
            throw fault ?? error
        }
    }

    private func seal(_ redacted: borrowing OpenFile) throws(FileError) {
        let sealed = output.extended(by: SealingOptions.fileExtension)
        var fault: FileError?
        do throws(FileError) {
            let receipt = try mapError(JSONText.encode(receipt)) { (error: OutOfMemory) in
                FileError(path: input.path, reason: "\(error)")
            }
            try sealed.write { (file) throws(SystemError) in
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
                let pipe = try PipedFile(into: file.descriptor, atMost: byteCount)
                do throws(FileError) {
                    try seal(
                        .seal(byteCount: count, redacted: digest),
                        receipt,
                        [original.descriptor, pipe.descriptor]
                    )
                } catch {
                    fault = error
                }
                guard try pipe.finish() == byteCount, fault == nil else { throw .inputOutput }
            }
        } catch {
            throw fault ?? error
        }
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
