import Base64Coding
import BoundedWork
import Dispatch
import HTTPServer
import Redaction
import RedactionJobs
import SecureMemory
import Synchronization
package import Transcoding

/// Redacts recordings in replies: FFmpeg decodes and encodes them, and workers cover their frames.
///
/// The workers are others than those of replies, so that no picture waits for a recording. They are started for the first recording.
package final class RecordingWorkers: Sendable {
    private let ffmpeg: Result<FFmpeg, Refusal>
    private let wish: Transcoder.Wish
    private let longestResult: Int
    private let start: @Sendable () throws -> ReplyWorkers
    private let started = Mutex<ReplyWorkers?>(nil)
    private let starting = DispatchQueue(label: "snapveil.recordings")

    /// The reason why a recording is refused: a sentence without a full stop.
    package struct Refusal: Error {
        let reason: String

        package init(_ reason: String) { self.reason = reason }
    }

    /// - Parameters:
    ///   - ffmpeg: FFmpeg, or the reason why all recordings are refused.
    ///   - linger: The seconds before and after a finding was seen for which it is covered.
    ///   - longestReply: Upper bound on the bytes of a reply with a redacted recording.
    ///   - start: Starts the workers, which have the policy.
    package init(
        _ ffmpeg: Result<FFmpeg, Refusal>,
        linger: Double,
        longestReply: Int,
        starting start: @escaping @Sendable () throws -> ReplyWorkers
    ) {
        self.ffmpeg = ffmpeg
        var wish = Transcoder.Wish()
        wish.linger = linger
        self.wish = wish
        longestResult = max(longestReply / 4 * 3, 1)
        self.start = start
    }

    /// Refuses all recordings.
    package convenience init(refusing refusal: Refusal) {
        self.init(.failure(refusal), linger: 0, longestReply: 0) { throw refusal }
    }

    /// The reason why all recordings are refused; nil if they are not.
    package var refusal: String? { if case .failure(let refusal) = ffmpeg { refusal.reason } else { nil } }

    func end() { started.withLock(\.self)?.pool.end() }

    /// The outcome with the recording that was taken out of it redacted; the same if there is none.
    func filled(_ outcome: ReplyWorkers.Outcome, for beneficiary: ReplyWorkers.Beneficiary) async
        -> ReplyWorkers.Outcome
    {
        guard case .redacted(let redacted) = outcome, let recording = redacted.recording else { return outcome }
        do throws(Refusal) {
            let workers = try await workers(with: ffmpeg.get())
            let body = try await body(filling: redacted.body, with: recording, by: workers, for: beneficiary)
            return .redacted(ReplyWorkers.Redacted(body: body, summary: redacted.summary, recordings: 1))
        } catch {
            return .refused(error.reason)
        }
    }

    /// The workers, with a transcoder for them.
    private func workers(with ffmpeg: FFmpeg) async throws(Refusal) -> (pool: WorkerPool, transcoder: Transcoder) {
        let started = await withCheckedContinuation { continuation in
            // Waits for processes, and for longer than a task may.
            starting.async { continuation.resume(returning: self.startedWorkers()) }
        }
        let workers = try started.get()
        let transcoder = Transcoder(ffmpeg, workers.pool, workers.material, longestResult: longestResult)
        return (workers.pool, transcoder)
    }

    private func startedWorkers() -> Result<ReplyWorkers, Refusal> {
        if let known = started.withLock(\.self) { return .success(known) }
        do {
            let workers = try start()
            started.withLock { $0 = workers }
            return .success(workers)
        } catch {
            return .failure(Refusal("the workers for recordings cannot be started: \(error)"))
        }
    }

    // MARK: - Recordings

    private func body(
        filling body: SecureBytes,
        with recording: ReplyWorkers.Recording,
        by workers: (pool: WorkerPool, transcoder: Transcoder),
        for beneficiary: ReplyWorkers.Beneficiary
    ) async throws(Refusal) -> SecureBytes {
        let result: Result<SecureBytes, Refusal>
        do throws(JobQueue.Refusal) {
            let (done, cost) = try await workers.pool.queue.run(for: beneficiary.client, kind: JobKind("recording")) {
                [wish] turn in
                Optional(
                    Result { () throws(Refusal) in
                        let file = try Self.redacted(recording.contents, by: workers.transcoder, wish, turn)
                        return try mapError(
                            Self.body(filling: body, at: recording.place, with: file, in: beneficiary.room)
                        ) { (_: OutOfMemory) in Self.lack }
                    }
                )
            }
            Observation.current?.note(cost, .init(), sendsPicture: false)
            result = done
        } catch {
            Observation.current?.note(error)
            throw Refusal(
                error == .cancelled ? ReplyWorkers.words(for: error) : "too many recordings wait for each other"
            )
        }
        return try result.get()
    }

    private static func redacted(
        _ recording: HeldRecording,
        by transcoder: Transcoder,
        _ wish: Transcoder.Wish,
        _ turn: JobQueue.Turn
    ) throws(Refusal) -> MemoryFile {
        let result = try mapError(MemoryFile()) { (_: OutOfMemory) in Self.lack }
        do throws(TranscodingError) {
            try withExtendedLifetime((recording, result)) { () throws(TranscodingError) in
                _ = try transcoder.redact(recording.descriptor, recording.form, into: result.descriptor, wish, turn)
            }
        } catch {
            throw Refusal(error.summary)
        }
        return result
    }

    private static let lack = Refusal("there is no memory for the recording")
    /// Bytes that are encoded at a time: whole groups of base64.
    private static let pieceByteCount = 3 << 18

    /// - Parameter file: The redacted recording.
    private static func body(
        filling body: SecureBytes,
        at place: Int,
        with file: MemoryFile,
        in room: ReplyRoom
    ) throws(OutOfMemory) -> SecureBytes {
        let fileByteCount = file.byteCount
        let byteCount = body.count + (fileByteCount + 2) / 3 * 4
        guard room.reserve(byteCount + fileByteCount) else { throw OutOfMemory(byteCount: byteCount) }
        var builder = try SecureBytesBuilder(capacity: byteCount)
        try builder.append(body[0..<place])
        for start in stride(from: 0, to: fileByteCount, by: pieceByteCount) {
            try Base64.encode(
                file.bytes(in: start..<min(start + pieceByteCount, fileByteCount)),
                into: &builder
            )
        }
        try builder.append(body[place..<body.count])
        return builder.finish()
    }
}
