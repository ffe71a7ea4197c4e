import BoundedWork
import Containment
import Glibc
import RedactionJobs

/// The processes of FFmpeg that work on a recording, and their pipes.
struct TranscodingProcesses {
    /// Nil where a worker decodes.
    private let decoder: LockedProgram?
    /// Nil where nothing is written.
    private let encoder: LockedProgram?
    private let sound: LockedProgram?
    private let logs: (decoder: ProgramLog, encoder: ProgramLog)
    private let frames: Pipe?
    private let source: Int32
    private let covered: Pipe?
    private let progress: Pipe
    private let result: Int32?

    /// What becomes of the covered frames.
    struct Encoding {
        /// The arguments of FFmpeg that encodes.
        let arguments: [String]
        /// The arguments of FFmpeg that reads the sound; nil for none.
        let sound: [String]?
        /// A descriptor for the result.
        let result: Int32
        /// Upper bound on its bytes.
        let longestResult: Int
    }

    /// Time for a process to tell by its end that it was its fault.
    private static let delay = Duration.milliseconds(500)

    /// - Parameters:
    ///   - decoding: The arguments of FFmpeg that decodes; nil where a worker gets the source itself.
    ///   - source: A descriptor of the recording.
    ///   - encoding: Nil where frames are looked at alone.
    init(
        _ ffmpeg: FFmpeg,
        decoding: [String]?,
        _ source: Int32,
        encoding: Encoding? = nil
    ) throws(TranscodingError) {
        (self.source, result) = (source, encoding?.result)
        frames = try decoding.map { (_) throws(TranscodingError) in try Pipe(isOfFrames: true) }
        covered = try encoding.map { (_) throws(TranscodingError) in try Pipe(isOfFrames: true) }
        progress = try Pipe(loses: true)
        let (decoderLog, encoderLog) = (try Pipe(), try Pipe())
        logs = (ProgramLog(decoderLog.reading), ProgramLog(encoderLog.reading))
        if let decoding, let frames {
            let files = [source, frames.writing.number, decoderLog.writing.number]
            decoder = try ffmpeg.start(decoding, files, reads: true)
        } else {
            decoder = nil
        }
        let samples = try encoding?.sound.map { (_) throws(TranscodingError) in try Pipe(isOfFrames: true) }
        if let sound = encoding?.sound, let samples {
            let files = [source, samples.writing.number, encoderLog.writing.number]
            self.sound = try ffmpeg.start(sound, files, reads: true)
        } else {
            sound = nil
        }
        if let encoding, let covered {
            let files =
                [covered.reading.number, encoding.result, encoderLog.writing.number]
                + (samples.map { [$0.reading.number] } ?? [])
            encoder = try ffmpeg.start(
                encoding.arguments,
                files,
                writes: true,
                longestResult: encoding.longestResult
            )
        } else {
            encoder = nil
        }
        frames?.writing.close()
        covered?.reading.close()
    }

    /// Has `work` take the frames of the decoder to the encoder, by the descriptors of a job, and waits until both are done.
    func run<Result>(
        cancelling cancellation: Cancellation,
        reporting report: @escaping @Sendable (RecordingProgress) -> Void,
        work: (_ streams: [Int32]) throws(TranscodingError) -> Result
    ) throws(TranscodingError) -> Result {
        let supervision = Supervision(progress.reading, reporting: report) { [decoder, encoder, sound] in
            decoder?.kill()
            encoder?.kill()
            sound?.kill()
            cancellation.cancel()
        }
        defer { supervision.end() }
        // Who read a source here has left its descriptor at another place.
        if decoder == nil { lseek(source, 0, SEEK_SET) }
        let result: Result
        do throws(TranscodingError) {
            let streams = [frames?.reading.number ?? source, progress.writing.number]
            result = try work(streams + (covered.map { [$0.writing.number] } ?? []))
        } catch {
            throw supervision.isStuck ? .stuck : fault() ?? error
        }
        supervision.end()
        // The encoder ends when nobody can send it frames any more.
        frames?.reading.close()
        covered?.writing.close()
        if let decoder { try check(decoder, .decoder, logs.decoder) }
        if let sound { try check(sound, .decoder, logs.encoder) }
        if let encoder {
            // Many small frames, of which it was sent some thousands, may take longer.
            var size = sizeOfResult
            try check(encoder, .encoder, logs.encoder) {
                let before = size
                size = sizeOfResult
                return size > before
            }
        }
        return result
    }

    private var sizeOfResult: Int {
        var status = stat()
        return result.map { fstat($0, &status) } == 0 ? Int(status.st_size) : 0
    }

    private func check(
        _ program: LockedProgram,
        _ part: TranscodingError.Part,
        _ log: ProgramLog,
        unless goesOn: () -> Bool = { false }
    ) throws(TranscodingError) {
        guard let ending = program.end(within: FFmpeg.patience, unless: goesOn) else { throw .stuck }
        guard ending == .exited(0) else { throw .failed(part, log.text) }
    }

    /// The failure of a process that ended by itself, which is why the work did, as its pipes are still open; nil if none has.
    private func fault() -> TranscodingError? {
        if let ending = decoder?.end(within: Self.delay), ending != .exited(0) {
            return .failed(.decoder, logs.decoder.text)
        }
        if let ending = encoder?.end(within: Self.delay), ending != .exited(0) {
            return .failed(.encoder, logs.encoder.text)
        }
        return nil
    }
}
