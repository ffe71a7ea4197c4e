import BoundedWork
import Containment
import Foundation
import Recordings
import RedactionJobs
import SecureMemory
import Synchronization
import Transcoding

/// Redacts the recordings that a command is given, or finds in runs, or looks at them.
final class RecordingWork: Sendable {
    private let program: FFmpegOptions
    /// Nil for a command that redacts none.
    private let options: RecordingOptions?
    /// Starts FFmpeg.
    private let launcher: Launcher
    /// FFmpeg, once it was asked for.
    private let ffmpeg = Mutex<FFmpeg?>(nil)

    /// Redacts recordings.
    init(_ options: RecordingOptions, _ launcher: Launcher) {
        (program, self.options, self.launcher) = (options.program, options, launcher)
    }

    /// Looks at recordings.
    init(_ program: FFmpegOptions, _ launcher: Launcher) {
        (self.program, options, self.launcher) = (program, nil, launcher)
    }

    /// Throws a sentence that says what to install where there is no FFmpeg.
    func prepare() throws(FileError) -> FFmpeg {
        if let known = ffmpeg.withLock(\.self) { return known }
        let found = try program.usable(launcher)
        ffmpeg.withLock { $0 = found }
        return found
    }

    // MARK: - Redaction

    /// Redacts a recording, so that the result is there whole or not at all.
    func redact(
        _ recording: RecordingFile,
        by writing: ResultWriting,
        _ workers: FileWorkers
    ) throws(FileError) -> RecordingReceipt {
        let wish = wish(outputName: writing.output.path)
        let outcome = Mutex<Outcome<RecordingReceipt>>(.failure(.worker(.unavailable)))
        do throws(FileError) {
            let ffmpeg = try prepare()
            try write(writing) { (result) throws(SystemError) in
                let known = redact(recording.descriptor, recording.form, into: result, wish, ffmpeg, workers)
                outcome.withLock { $0 = known }
                // The result is not to be kept.
                guard case .success = known else { throw .inputOutput }
            }
        } catch {
            guard case .failure(let fault) = outcome.withLock(\.self), fault != .worker(.unavailable) else {
                throw error
            }
            throw FileError(path: recording.path, reason: "\(fault)")
        }
        return try recording.value(of: outcome.withLock(\.self))
    }

    /// Redacts a recording of a run into a file of the same form in a directory.
    func redact(
        _ contents: SecureBytes,
        in directory: String,
        _ workers: FileWorkers
    ) throws -> NamelessFile {
        let ffmpeg = try prepare()
        guard let held = try HeldRecording(contents) else { throw TranscodingError.noVideo("") }
        let result = try NamelessFile(in: directory)
        var wish = wish(outputName: "")
        wish.form = held.form
        _ = try withExtendedLifetime(held) {
            try redact(held.descriptor, held.form, into: result.descriptor, wish, ffmpeg, workers).get()
        }
        return result
    }

    private func wish(outputName: String) -> Transcoder.Wish {
        options?.wish(outputName: outputName) ?? Transcoder.Wish()
    }

    private func redact(
        _ source: Int32,
        _ form: RecordingForm,
        into result: Int32,
        _ wish: Transcoder.Wish,
        _ ffmpeg: FFmpeg,
        _ workers: FileWorkers
    ) -> Outcome<RecordingReceipt> {
        outcome(ffmpeg, workers) { (transcoder, turn, show) throws(TranscodingError) in
            try transcoder.redact(source, form, into: result, wish, turn, progress: show)
        }
    }

    // MARK: - Looks

    /// Writes a contact sheet of a recording.
    func preview(
        _ recording: RecordingFile,
        to output: FilePlace,
        _ workers: FileWorkers
    ) throws(FileError) -> RecordingReceipt {
        let linger = wish(outputName: "").linger
        let outcome = outcome(try prepare(), workers) { (transcoder, turn, show) throws(TranscodingError) in
            try transcoder.preview(recording.descriptor, recording.form, linger: linger, turn, progress: show)
        }
        let (sheet, receipt) = try recording.value(of: outcome)
        try output.write(sheet)
        return receipt
    }

    /// What was found in a recording, with a thumbnail if the order asks for one.
    typealias Findings = (report: RecordingReport, thumbnail: SecureBytes?)

    /// Looks at a recording.
    func check(_ recording: RecordingFile, _ workers: FileWorkers) throws(FileError) -> Findings {
        let outcome = outcome(try prepare(), workers) { (transcoder, turn, show) throws(TranscodingError) in
            try transcoder.check(recording.descriptor, recording.form, turn, progress: show)
        }
        return try recording.value(of: outcome)
    }

    /// Looks at a recording of a run.
    func check(_ held: HeldRecording, _ workers: FileWorkers) throws -> Findings {
        try outcome(prepare(), workers) { (transcoder, turn, show) throws(TranscodingError) in
            try withExtendedLifetime(held) { () throws(TranscodingError) in
                try transcoder.check(held.descriptor, held.form, turn, progress: show)
            }
        }
        .get()
    }

    // MARK: - Workers

    private typealias Outcome<Value> = Result<Value, TranscodingError>

    /// Has a worker do something with a recording.
    private func outcome<Value: Sendable>(
        _ ffmpeg: FFmpeg,
        _ workers: FileWorkers,
        _ body:
            @escaping @Sendable (
                Transcoder,
                JobQueue.Turn,
                _ show: @escaping @Sendable (Transcoder.Progress) -> Void
            ) throws(TranscodingError) -> Value
    ) -> Outcome<Value> {
        let transcoder = Transcoder(ffmpeg, workers.pool, workers.material)
        let bar = RecordingProgressBar()
        defer { bar.finish() }
        let outcome = workers.once { turn in
            Result { () throws(TranscodingError) in try body(transcoder, turn) { bar.show($0) } }
        }
        return outcome ?? .failure(.worker(.unavailable))
    }

    /// Writes a file by its descriptor, and by way of another one to where nothing can be written twice.
    private func write(
        _ writing: ResultWriting,
        _ body: (_ descriptor: Int32) throws(SystemError) -> Void
    ) throws(FileError) {
        guard writing.output.isStream else {
            return try writing.write { (file) throws(SystemError) in try body(file.descriptor) }
        }
        let whole = try NamelessFile(in: writing.output.directory)
        try writing.write { (file) throws(SystemError) in
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
