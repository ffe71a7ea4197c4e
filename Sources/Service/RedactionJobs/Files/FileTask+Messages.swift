import Artefacts
import BoundedWork
import Redaction
import SecureMemory
import StrictJSON

/// Redaction of the messages of a server.
extension FileTask {
    /// A message of the server without what is sensitive, or an error in its place.
    func redact(
        message: SecureBytes,
        _ order: MessageOrder,
        _ look: ReplyLook,
        _ work: WorkContext,
        _ meter: WorkMeter
    ) throws(FileRefusal) -> RedactedParts {
        do throws(ContentFailure) {
            let pictures = try pictures(work, meter, look)
            let texts = order.redactsTexts ? try redactedTexts(of: message, pictures, work) : message
            let redactor = try mapError(ReplyRedactor(pictures), ContentFailure.unfinished)
            let (safe, tally) = try redactor.redact(
                texts,
                changing: order.direct,
                cancellation: work.cancellation
            )
            var parts = RedactedParts()
            let isUnchanged = safe == message
            parts.reply = ReplySummary(tally, isUnchanged: isUnchanged)
            if !isUnchanged { parts.picture = safe }
            return parts
        } catch {
            guard case .refused(let reason) = error else { throw FileRefusal(error.description) }
            return Self.refusal(of: message, order.language, "this cannot be made safe: \(reason)")
        }
    }

    /// The error in place of a message.
    static func refusal(of message: SecureBytes, _ language: MessageLanguage, _ reason: String) -> RedactedParts {
        var parts = RedactedParts()
        let refused = RefusedMessage(message, language, reason)
        parts.picture = refused.error ?? SecureBytes()
        parts.reply = ReplySummary(refusal: refused.receiver)
        return parts
    }

    /// The message with sensitive values taken out of the texts that an agent reads: those of content, and all of what is structured.
    private func redactedTexts(
        of message: SecureBytes,
        _ pictures: PolicyPictures,
        _ work: WorkContext
    ) throws(ContentFailure) -> SecureBytes {
        let redactor = pictures.artefacts(secrets: secrets, foreign: order.foreign)
        var builder = try mapError(SecureBytesBuilder(), ContentFailure.outOfMemory)
        var start = 0
        guard let ranges = MessageTexts.ranges(in: message) else { throw .refused("it is no JSON") }
        for range in ranges {
            guard case .string(let string)? = try? JSONValue(parsing: message[range]) else {
                throw .refused("a text of it is malformed")
            }
            let text = try mapError(string.bytes(), ContentFailure.outOfMemory)
            let safe = try redactor.redact(text, cancellation: work.cancellation).artefact
            guard safe != text else { continue }
            do {
                try builder.append(message[start..<range.lowerBound])
                try builder.append(jsonString: safe)
            } catch {
                throw .outOfMemory(error)
            }
            start = range.upperBound
        }
        guard start > 0 else { return message }
        try mapError(builder.append(message[start..<message.count]), ContentFailure.outOfMemory)
        return builder.finish()
    }
}

/// A message that cannot be made safe, and the error in its place.
struct RefusedMessage {
    /// Who is told of it; nobody of a notification.
    let receiver: ReplySummary.Receiver
    /// The error as a message; nil where there is none.
    private(set) var error: SecureBytes?

    /// - Parameter reason: A sentence without a full stop and without a byte of the message.
    init(_ message: SecureBytes, _ language: MessageLanguage, _ reason: String) {
        let (isBatch, messages) = MessageOutline.outlines(of: message)
        // Of a batch with both, the agent hears, which would wait for its results.
        let responses = messages.filter { !$0.hasMethod }
        // What a server asks in BiDi is an event, which nobody answers.
        let refused = responses.isEmpty && language == .mcp ? messages : responses
        let errors = refused.compactMap { Self.error(for: $0, in: message, language, reason) }
        receiver = errors.isEmpty ? .nobody : responses.isEmpty ? .server : .client
        guard !errors.isEmpty else { return }
        error = try? SecureBytes(copying: (isBatch ? "[\(errors.joined(separator: ","))]" : errors[0]).utf8)
    }

    /// The error for one message; nil for a notification, which nobody waits for.
    private static func error(
        for outline: MessageOutline,
        in message: SecureBytes,
        _ language: MessageLanguage,
        _ reason: String
    ) -> String? {
        guard let range = outline.id, let quoted = try? quoted("snapveil: \(reason)") else { return nil }
        func text(_ bytes: SecureBytes) -> String { bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
        let (id, words) = (text(message[range]), text(quoted))
        // WebDriver BiDi, section 3.5.
        guard language == .mcp else {
            return #"{"type":"error","id":\#(id),"error":"unknown error","message":\#(words),"stacktrace":""}"#
        }
        let start = #"{"jsonrpc":"2.0","id":\#(id),"#
        // The result of a tool is read by the agent, which is to know; anything else is an error of the protocol.
        guard outline.hasContent else { return start + #""error":{"code":-32000,"message":\#(words)}}"# }
        let type = outline.hasResultType ? #","resultType":"complete""# : ""
        return start + #""result":{"content":[{"type":"text","text":\#(words)}],"isError":true\#(type)}}"#
    }

    /// A text in quotation marks.
    private static func quoted(_ text: String) throws(OutOfMemory) -> SecureBytes {
        var builder = try SecureBytesBuilder()
        try builder.append(jsonString: SecureBytes(copying: text.utf8))
        return builder.finish()
    }
}
