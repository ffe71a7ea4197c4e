import Artefacts
import BoundedWork
import Hierarchy
import Redaction
import SecureMemory
import Synchronization

/// Redaction of replies of a server to a harness.
extension FileTask {
    func redact(
        _ order: ReplyOrder,
        _ input: SecureBytes,
        _ look: ReplyLook,
        _ work: WorkContext,
        _ meter: WorkMeter
    ) throws(FileRefusal) -> RedactedParts {
        guard let input = ReplyInput(input, order) else { throw FileRefusal("its page source is not there") }
        do throws(ContentFailure) {
            return try redact(input, order, look, work, meter)
        } catch {
            throw FileRefusal(error.description)
        }
    }

    private func redact(
        _ input: ReplyInput,
        _ order: ReplyOrder,
        _ look: ReplyLook,
        _ work: WorkContext,
        _ meter: WorkMeter
    ) throws(ContentFailure) -> RedactedParts {
        var parts = RedactedParts()
        if let sources = input.sources {
            guard try isStill(from: sources.before, to: sources.after, work) else {
                parts.reply = ReplySummary(hasMoved: true)
                return parts
            }
        }
        let pictures = try pictures(work, meter, look, hasSource: input.sources != nil)
        guard !order.isSource else { return try redactedSource(input, pictures, work) }
        let redactor = try mapError(ReplyRedactor(pictures), ContentFailure.unfinished)
        let (reply, tally) = try redactor.redact(
            input.reply,
            source: input.sources?.after,
            changing: order.direct,
            takingOutRecording: order.takesOutRecording,
            cancellation: work.cancellation
        )
        let isUnchanged = reply == input.reply
        parts.reply = ReplySummary(tally, isUnchanged: isUnchanged)
        if !isUnchanged { parts.picture = reply }
        parts.recording = tally.recording
        return parts
    }

    /// Whether the screen held the same before a picture and after.
    private func isStill(
        from before: SecureBytes,
        to after: SecureBytes,
        _ work: WorkContext
    ) throws(ContentFailure) -> Bool {
        let screen = try mapError(
            Hierarchy(parsing: after, cancellation: work.cancellation),
            ContentFailure.init(source:)
        )
        guard screen.kind != .boxes || screen.page != nil else {
            throw .refused("the page does not say what part of it the screen shows")
        }
        guard before != after else { return true }
        let earlier = try mapError(
            Hierarchy(parsing: before, cancellation: work.cancellation),
            ContentFailure.init(source:)
        )
        return screen.showsSamePlaces(as: earlier)
    }
}

/// Whether a job may look at pictures of a reply, and whether it would have had to. Most replies have none.
final class ReplyLook: Sendable {
    private let isAllowed: Bool
    private let wanted = Atomic(false)

    init(isAllowed: Bool) {
        self.isAllowed = isAllowed
    }

    /// Whether a picture was there that it may not look at.
    var isWanted: Bool { wanted.load(ordering: .relaxed) }

    /// Ends the work if it may not look.
    func begin() throws(ContentFailure) {
        guard !isAllowed else { return }
        wanted.store(true, ordering: .relaxed)
        throw .unfinished(.cancelled)
    }
}

extension ContentFailure {
    fileprivate init(source error: HierarchyError) {
        self = .refused("the page source cannot be read: \(error)")
    }
}
