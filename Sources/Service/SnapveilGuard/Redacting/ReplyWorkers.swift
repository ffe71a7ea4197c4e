import Artefacts
import BoundedWork
import Containment
import HTTPServer
import Recordings
import Redaction
package import RedactionJobs
import SecureMemory
import Transcoding

/// The workers of a guard, with the order that they follow on every reply.
package struct ReplyWorkers: Sendable {
    let pool: WorkerPool
    let material: LoadedMaterial
    /// Whether the policy has to look at pictures.
    let looks: Bool
    /// Whether the policy needs to know what a screen holds.
    let takesSources: Bool

    /// Takes workers that have the policy as `material`.
    package init(_ pool: WorkerPool, _ material: LoadedMaterial, looks: Bool, takesSources: Bool) {
        (self.pool, self.material) = (pool, material)
        (self.looks, self.takesSources) = (looks, takesSources)
    }

    /// Whether work is done in processes of its own.
    package var areContained: Bool { pool.isContained }

    /// The one that work is for.
    struct Beneficiary: Sendable {
        /// The client; the workers are shared out among clients.
        let client: String
        /// The memory for the reply.
        var room = ReplyRoom()
        /// The name of the request in the log.
        var id = ""
    }

    /// A reply without what is sensitive.
    struct Redacted {
        let body: SecureBytes
        let summary: ReplySummary
        /// The recording that was taken out; nil for none.
        var recording: Recording?
        /// Recordings that were redacted.
        var recordings = 0
    }

    /// A recording that was taken out of a reply, as it was.
    struct Recording {
        let contents: HeldRecording
        /// The offset in the reply of the base64 of a redacted one.
        let place: Int
    }

    /// The outcome of work on a reply.
    enum Outcome {
        case redacted(Redacted)
        /// The screen moved while its picture was taken.
        case moved
        /// It cannot be made safe: a sentence without a full stop.
        case refused(String)

        /// Whether it is a reply with covered pictures.
        var hasPictures: Bool {
            if case .redacted(let redacted) = self { redacted.summary.pictures > 0 } else { false }
        }
    }

    /// Memory for what is to be redacted next.
    var memory: MemorySource { pool.inputMemory(for: pool.queue.likeliestWorker) }

    /// Has a worker redact a reply.
    ///
    /// - Parameters:
    ///   - direct: Members of JSON that are changed.
    ///   - isSource: Whether it is a page source, whose texts are redacted.
    ///   - takesOutRecording: Whether a recording is taken out. Otherwise a reply with one is refused.
    func redact(
        _ input: ReplyInput,
        changing direct: DirectMembers = DirectMembers(),
        isSource: Bool = false,
        takingOutRecording takesOutRecording: Bool = false,
        for beneficiary: Beneficiary
    ) async -> Outcome {
        let order = ReplyOrder(
            replyByteCount: input.reply.count,
            sourceByteCount: input.sources?.before.count,
            direct: direct,
            isSource: isSource,
            takesOutRecording: takesOutRecording
        )
        return await outcome(of: .reply(order), input, for: beneficiary)
    }

    /// Has a worker redact a message of a server to a client.
    func redact(message: SecureBytes, _ order: MessageOrder, for beneficiary: Beneficiary) async -> Outcome {
        await outcome(of: .message(order), ReplyInput(message), for: beneficiary)
    }

    /// Has a worker make an error of a message that another one did not get done.
    func refuse(
        message: SecureBytes,
        _ language: MessageLanguage,
        _ reason: String,
        for beneficiary: Beneficiary
    ) async -> Outcome {
        await outcome(of: .refusal(language, reason: reason), ReplyInput(message), for: beneficiary)
    }

    private func outcome(
        of demand: RedactionJob.Demand,
        _ input: ReplyInput,
        for beneficiary: Beneficiary
    ) async -> Outcome {
        do throws(JobQueue.Refusal) {
            let (done, cost) = try await pool.queue.run(
                for: beneficiary.client,
                preferring: pool.worker(of: input.reply),
                kind: JobKind("reply", byteCount: input.reply.count, looks: looks ? nil : false)
            ) { turn in outcome(of: demand, input, beneficiary, turn) }
            Observation.current?.note(cost, done.reading, sendsPicture: done.outcome.hasPictures)
            if case .moved = done.outcome { Observation.current?.noteMovedScreen() }
            return done.outcome
        } catch {
            Observation.current?.note(error)
            return .refused(Self.words(for: error))
        }
    }

    /// The reason why a command is not passed on: its body has one of some members. Nil if it has none.
    func refusal(of body: SecureBytes, _ members: [SoughtMember], for beneficiary: Beneficiary) async -> String? {
        let result: WorkResult?
        do throws(JobQueue.Refusal) {
            let (done, cost) = try await pool.queue.run(
                for: beneficiary.client,
                preferring: pool.worker(of: body),
                kind: JobKind("command", byteCount: body.count)
            ) { turn in
                Optional(
                    try? pool.perform(
                        .command(refusing: members),
                        with: material,
                        on: body,
                        turn,
                        id: beneficiary.id
                    )
                )
            }
            Observation.current?.note(cost, done?.reading ?? .init(), sendsPicture: false)
            result = done
        } catch {
            Observation.current?.note(error)
            return Self.words(for: error)
        }
        return switch result?.outcome {
        case .done: nil
        case .refused(let words): words
        default: "it cannot be looked into"
        }
    }

    /// The outline of a message of WebDriver BiDi; nil if no worker makes one.
    func outline(of message: SecureBytes, for beneficiary: Beneficiary) async -> BiDiOutline? {
        let made = try? await pool.queue.run(
            for: beneficiary.client,
            preferring: pool.worker(of: message),
            kind: JobKind("outline", byteCount: message.count)
        ) { turn in
            let result = try? pool.perform(.outline, with: material, on: message, turn, id: beneficiary.id)
            guard case .done(let parts)? = result?.outcome else { return BiDiOutline?.some(BiDiOutline()) }
            return parts.outline
        }
        // A worker may have been taken over by what it was given.
        guard let outline = made?.value, outline.lies(within: message.count) else { return nil }
        return outline
    }

    static func words(for refusal: JobQueue.Refusal) -> String {
        refusal == .cancelled ? "nobody waits for the reply any more" : "all workers are busy: ask again"
    }

    /// The outcome of a turn; nil if it is to be worked on again.
    private func outcome(
        of demand: RedactionJob.Demand,
        _ input: ReplyInput,
        _ beneficiary: Beneficiary,
        _ turn: JobQueue.Turn
    ) -> (outcome: Outcome, reading: WorkMeter.Reading)? {
        let result: WorkResult
        do {
            let bytes = try input.packed(in: pool.inputMemory(for: turn.worker))
            result = try pool.perform(demand, with: material, on: bytes, turn, id: beneficiary.id)
        } catch {
            return (.refused((error as? WorkerFailure)?.sentence ?? "there is no memory for the reply"), .init())
        }
        if case .handedBack = result.outcome, !turn.mayLook, looks { return nil }
        var outcome = outcome(of: result, input, beneficiary.room)
        if case .done(let parts) = result.outcome, let recording = parts.recording {
            outcome = outcome.flatMap { Self.outcome($0, takingOut: recording, of: demand, beneficiary.room) }
        }
        return (outcome ?? .refused(pool.distrust(turn, id: beneficiary.id).sentence), result.reading)
    }

    /// The outcome that a result stands for; nil for a result that a worker may not have.
    private func outcome(of result: WorkResult, _ input: ReplyInput, _ room: ReplyRoom) -> Outcome? {
        switch result.outcome {
        case .done(let parts):
            guard let summary = parts.reply else { return nil }
            let hasBody = !summary.isUnchanged && !summary.hasMoved && summary.refusal != .nobody
            guard hasBody != parts.picture.isEmpty else { return nil }
            guard !summary.hasMoved else { return .moved }
            guard !summary.isUnchanged else { return .redacted(Redacted(body: input.reply, summary: summary)) }
            return room.reserve(parts.picture.count)
                ? .redacted(Redacted(body: parts.picture, summary: summary))
                : .refused("there is no memory for the reply")
        case .refused(let sentence): return .refused(sentence)
        case .problem, .handedBack: return nil
        }
    }

    /// The outcome with a recording, both copied out of the memory of the worker, because a recording may wait for long; nil for one that
    /// a worker may not hand back.
    static func outcome(
        _ outcome: Outcome,
        takingOut recording: ReplyRedactor.Recording,
        of demand: RedactionJob.Demand,
        _ room: ReplyRoom
    ) -> Outcome? {
        guard case .redacted(let redacted) = outcome else { return outcome }
        guard case .reply(let order) = demand, order.takesOutRecording, !redacted.summary.isUnchanged else {
            return nil
        }
        let lack = Outcome.refused("there is no memory for the recording")
        // The reply that it came in is held, too.
        guard room.reserve(redacted.body.count + recording.contents.count * 7 / 3) else { return lack }
        do {
            let body = try redacted.body.withUnsafeBytes { (bytes) throws(OutOfMemory) in
                try SecureBytes(copying: bytes)
            }
            guard let contents = try HeldRecording(recording.contents), !contents.form.isAnimation else { return nil }
            let held = Recording(contents: contents, place: recording.place)
            return .redacted(Redacted(body: body, summary: redacted.summary, recording: held))
        } catch {
            return lack
        }
    }
}

extension ReplyWorkers.Beneficiary {
    /// The sender of a request.
    init(_ request: GuardRequest) {
        self.init(client: request.client, room: request.room, id: request.id)
    }
}

extension BiDiOutline {
    /// Whether all its places are in a message of so many bytes.
    fileprivate func lies(within count: Int) -> Bool {
        [id, context, element, text].allSatisfy { $0.map { 0 <= $0.lowerBound && $0.upperBound <= count } ?? true }
    }
}
