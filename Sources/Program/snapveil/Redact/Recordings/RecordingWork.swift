import BoundedWork
import Containment
import Foundation
import Recordings
import RedactionJobs
import SecureMemory
import Synchronization
import Transcoding

/// Redacts the recordings that a command is given, one after the other.
struct RecordingWork: Sendable {
    let options: RecordingOptions
    /// Starts FFmpeg.
    let launcher: Launcher

    /// Redacts a recording, so that the result is there whole or not at all.
    func redact(_ recording: RecordingFile, to output: FilePlace, _ workers: FileWorkers) throws(FileError) -> RecordingReceipt {
        let transcoder = try options.transcoder(workers, launcher)
        let outcome = Mutex<Result<RecordingReceipt, TranscodingError>?>(nil)
        do throws(FileError) {
            try write(to: output) { [options] (result) throws(SystemError) in
                let bar = RecordingProgressBar()
                let wish = options.wish(outputName: output.path)
                let known = workers.once { turn in
                    Result { () throws(TranscodingError) in
                        try transcoder.redact(recording.descriptor, recording.form, into: result, wish, turn) { bar.show($0) }
                    }
                }
                bar.finish()
                outcome.withLock { $0 = known }
                // The result is not to be kept.
                guard case .success? = known else { throw .inputOutput }
            }
        } catch {
            if case .failure(let fault)? = outcome.withLock(\.self) {
                throw FileError(path: recording.path, reason: "\(fault)")
            }
            throw error
        }
        guard case .success(let receipt)? = outcome.withLock(\.self) else {
            throw FileError(path: recording.path, reason: WorkerFailure.unavailable.sentence)
        }
        return receipt
    }

    /// Writes a file by its descriptor, and by way of another one to where nothing can be written twice.
    private func write(
        to output: FilePlace,
        _ body: (_ descriptor: Int32) throws(SystemError) -> Void
    ) throws(FileError) {
        guard output.isStream else {
            return try output.write { (file) throws(SystemError) in try body(file.descriptor) }
        }
        let whole = try NamelessFile(in: output.directory)
        try output.write { (file) throws(SystemError) in
            try whole.withFile { (whole) throws(SystemError) in
                try body(whole.descriptor)
                try whole.read { (bytes) throws(SystemError) in try file.write(bytes) }
            }
        }
    }
}

extension FileWorkers {
    /// Has one worker do something once; nil if there is none.
    func once<Outcome: Sendable>(_ body: @escaping @Sendable (JobQueue.Turn) -> Outcome) -> Outcome? {
        let hasBegun = Atomic(false)
        let outcome = Mutex<Outcome?>(nil)
        run { turn in
            guard !hasBegun.exchange(true, ordering: .relaxed) else { return false }
            let result = body(turn)
            outcome.withLock { $0 = result }
            return false
        }
        return outcome.withLock(\.self)
    }
}
