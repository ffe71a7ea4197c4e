import BoundedWork
import Foundation
package import Recordings
package import RedactionJobs
import SecureMemory

/// Redacts recordings: a process of FFmpeg decodes one, a worker covers its frames, and another process encodes them. Looks at them without the last one.
package struct Transcoder: Sendable {
    private let ffmpeg: FFmpeg
    let pool: WorkerPool
    private let material: LoadedMaterial
    private let maximumPixels: Int
    private let longestResult: Int

    /// What becomes of a recording.
    package struct Wish: Sendable {
        /// The form of the result; nil for that of the source.
        package var form: RecordingForm?
        package var keepsSound = false
        /// The seconds before and after a finding was seen for which it is covered.
        package var linger = RecordingTerms.defaultLinger

        package init() {}
    }

    /// How far a recording has come.
    package struct Progress: Sendable {
        package let frames: Int
        /// Seconds of the recording.
        package let seconds: Double
        /// Seconds of all of it; nil if that is not known.
        package let total: Double?
    }

    /// - Parameters:
    ///   - pool: The workers that cover frames, with the `material` that has their policy.
    ///   - maximumPixels: The largest frame.
    ///   - longestResult: Upper bound on the bytes of a result.
    package init(
        _ ffmpeg: FFmpeg,
        _ pool: WorkerPool,
        _ material: LoadedMaterial,
        maximumPixels: Int = 50_000_000,
        longestResult: Int = FFmpeg.longestResult
    ) {
        (self.ffmpeg, self.pool, self.material, self.maximumPixels) = (ffmpeg, pool, material, maximumPixels)
        self.longestResult = longestResult
    }

    /// Redacts a recording.
    ///
    /// - Parameters:
    ///   - source: A descriptor of a regular file, or of memory, with a recording.
    ///   - form: The form of the source.
    ///   - result: A descriptor of an empty regular file, or of memory, for the result, which is worth nothing after an error.
    package func redact(
        _ source: Int32,
        _ form: RecordingForm,
        into result: Int32,
        _ wish: Wish,
        _ turn: JobQueue.Turn,
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) throws(TranscodingError) -> RecordingReceipt {
        let opened = try open(source, form, turn)
        let recording = opened.recording
        let target = wish.form ?? form
        let end =
            if let animation = opened.animation { RecordingEnd(animation) } else {
                try end(of: recording, source, form, target)
            }
        let (codec, encoder) = try encoder(for: recording, target)
        let hasSound = wish.keepsSound && recording.hasSound && target.holdsSound
        let encoding = TranscodingProcesses.Encoding(
            arguments: TranscodingArguments.encoder(
                recording,
                codec,
                encoder,
                target,
                end,
                plays: opened.animation?.plays ?? plays(source, form),
                hasSound: hasSound
            ),
            sound: hasSound ? TranscodingArguments.sound(form, for: target, maximumPixels: maximumPixels) : nil,
            result: result,
            longestResult: longestResult
        )
        let receipt: RecordingReceipt
        do throws(TranscodingError) {
            let parts = try work(on: opened, source, linger: wish.linger, encoding, turn, progress)
            receipt = try read(parts.receipt, turn)
        } catch {
            throw isFull(result) ? .tooLong(bytes: longestResult) : error
        }
        if target == .webp, let end {
            try WrittenWebP(file: result).write(
                lastDuration: end.duration,
                afterAtMost: receipt.recording.frames
            )
        }
        return receipt
    }

    // MARK: - Work

    /// What is known of a recording before it is decoded.
    struct Opened {
        let form: RecordingForm
        let recording: ProbedRecording
        /// Nil for all but an animated WebP, which a worker decodes.
        let animation: AnimationFacts?
    }

    func open(
        _ source: Int32,
        _ form: RecordingForm,
        _ turn: JobQueue.Turn
    ) throws(TranscodingError) -> Opened {
        guard form == .webp else { return Opened(form: form, recording: try probe(source, form), animation: nil) }
        let facts = try facts(of: source, turn)
        return Opened(form: form, recording: ProbedRecording(facts), animation: facts)
    }

    /// Has a worker take the frames of a recording, and those that it covers encoded, where that is wanted.
    func work(
        on opened: Opened,
        _ source: Int32,
        linger: Double,
        _ encoding: TranscodingProcesses.Encoding?,
        _ turn: JobQueue.Turn,
        _ progress: @escaping @Sendable (Progress) -> Void
    ) throws(TranscodingError) -> RedactedParts {
        let recording = opened.recording
        let processes = try TranscodingProcesses(
            ffmpeg,
            decoding: opened.animation == nil
                ? TranscodingArguments.decoder(recording, opened.form, maximumPixels: maximumPixels) : nil,
            source,
            encoding: encoding
        )
        let terms = RecordingTerms(
            source: opened.animation == nil ? .nut : .webp,
            codec: recording.codec.rawValue,
            grid: opened.animation?.grid ?? recording.codec.grid,
            colors: recording.colors,
            frameRate: recording.frameRate,
            linger: linger
        )
        return try processes.run(cancelling: turn.work.cancellation) { word in
            let seconds = Double(word.milliseconds) / 1000
            progress(Progress(frames: word.frames, seconds: seconds, total: recording.seconds))
        } work: { (streams) throws(TranscodingError) in
            try perform(.recording(terms), streams, turn)
        }
    }

    /// Whether there is no room for more of a result.
    private func isFull(_ result: Int32) -> Bool {
        var status = stat()
        return fstat(result, &status) == 0 && status.st_size >= longestResult
    }

    /// Has the worker read the heads of an animated WebP.
    private func facts(of source: Int32, _ turn: JobQueue.Turn) throws(TranscodingError) -> AnimationFacts {
        lseek(source, 0, SEEK_SET)
        let facts: AnimationFacts = try read(perform(.animation, [source], turn).receipt, turn)
        guard facts.arePossible else { throw .worker(pool.distrust(turn, id: "")) }
        return facts
    }

    private func probe(_ source: Int32, _ form: RecordingForm) throws(TranscodingError) -> ProbedRecording {
        let words = try ffmpeg.said(TranscodingArguments.probe(form, maximumPixels: maximumPixels), of: source)
        do throws(ProbedRecording.Fault) {
            return try ProbedRecording(description: words)
        } catch {
            switch error {
            case .noVideo: throw .noVideo(words)
            case .unknownCodec(let name): throw .unknownCodec(name)
            }
        }
    }

    /// How long the last frame lasts, where the form of the result asks for it.
    private func end(
        of recording: ProbedRecording,
        _ source: Int32,
        _ form: RecordingForm,
        _ target: RecordingForm
    ) throws(TranscodingError) -> RecordingEnd? {
        guard target != .webm, target != .mkv else { return nil }
        let arguments = TranscodingArguments.packets(recording, form, maximumPixels: maximumPixels)
        guard var end = RecordingEnd(packets: try ffmpeg.said(arguments, of: source)) else { return nil }
        if let known = recording.end, known - end.second > end.duration + Self.rounding {
            end.duration = known - end.second
        }
        return end
    }

    /// Seconds to which FFmpeg states how long a recording is.
    private static let rounding = 0.01

    private func plays(_ source: Int32, _ form: RecordingForm) -> Int? {
        var bytes = [UInt8](repeating: 0, count: RecordingForm.beginningByteCount)
        let count = pread(source, &bytes, bytes.count, 0)
        return AnimationPlays.read(beginning: Array(bytes.prefix(max(count, 0))), form)
    }

    /// The codec of the result and its encoder: that of the source, if the form has room for it.
    private func encoder(
        for recording: ProbedRecording,
        _ form: RecordingForm
    ) throws(TranscodingError) -> (VideoCodec, VideoEncoder) {
        let codec = form.codecs.contains(recording.codec) ? recording.codec : form.codecs[0]
        let encoders = codec.encoders.filter { ffmpeg.encoders.contains($0.name) }
        let fitting = encoders.first { $0.takesOddSizes || !recording.isOdd } ?? encoders.first
        guard let encoder = fitting else { throw .noEncoder(codec.rawValue) }
        return (codec, encoder)
    }

    private func perform(
        _ demand: RedactionJob.Demand,
        _ streams: [Int32],
        _ turn: JobQueue.Turn
    ) throws(TranscodingError) -> RedactedParts {
        let result = try mapError(
            pool.perform(demand, with: material, on: SecureBytes(), streams: streams, turn, id: ""),
            TranscodingError.worker
        )
        switch result.outcome {
        case .done(let parts): return parts
        case .refused(let sentence): throw .refused(sentence)
        case .problem, .handedBack: throw .worker(pool.distrust(turn, id: ""))
        }
    }

    /// Reads a part in JSON, which an attacker may have written.
    func read<Words: Decodable>(_ part: SecureBytes?, _ turn: JobQueue.Turn) throws(TranscodingError) -> Words {
        let words = part.flatMap { bytes in
            try? JSONDecoder().decode(Words.self, from: bytes.withUnsafeBytes { Data($0) })
        }
        guard let words else { throw .worker(pool.distrust(turn, id: "")) }
        return words
    }
}
