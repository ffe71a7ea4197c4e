import Artefacts
import BoundedWork
import Redaction
import SecureMemory
import StrictJSON

/// Redaction of messages between an agent and a server of the Model Context Protocol.
extension FileTask {
    /// A message of the server without what is sensitive, or an error in its place.
    ///
    /// - Parameter redactsTexts: Whether sensitive values are taken out of its texts, too.
    func redact(
        message: SecureBytes,
        redactsTexts: Bool,
        _ look: ReplyLook,
        _ work: WorkContext,
        _ meter: WorkMeter
    ) throws(FileRefusal) -> RedactedParts {
        do throws(ContentFailure) {
            let pictures = PicturesOfReply(pictures: try pictures(work, meter), look: look)
            let texts = redactsTexts ? try redactedTexts(of: message, pictures, work) : message
            let redactor = try mapError(ReplyRedactor(pictures), ContentFailure.unfinished)
            let (safe, tally) = try redactor.redact(texts, cancellation: work.cancellation)
            var parts = RedactedParts()
            let isUnchanged = safe == message
            parts.reply = ReplySummary(isUnchanged: isUnchanged, pictures: tally.pictures, dropped: tally.dropped)
            if !isUnchanged { parts.picture = safe }
            return parts
        } catch {
            guard case .refused(let reason) = error else { throw FileRefusal(error.description) }
            var parts = RedactedParts()
            let refused = RefusedMessage(message, reason)
            parts.picture = refused.error ?? SecureBytes()
            parts.reply = ReplySummary(refusal: refused.receiver)
            return parts
        }
    }

    /// The message with sensitive values taken out of the texts that an agent reads: those of content, and all of what is structured.
    private func redactedTexts(
        of message: SecureBytes,
        _ pictures: some PictureRedactor,
        _ work: WorkContext
    ) throws(ContentFailure) -> SecureBytes {
        guard let json = try? JSONValue(parsing: message, cancellation: work.cancellation) else {
            throw .refused("it is no JSON")
        }
        let redactor = try artefacts(pictures)
        var builder = try mapError(SecureBytesBuilder(), ContentFailure.outOfMemory)
        var start = 0
        for (range, text) in json.textsOfMessage() {
            let text = try mapError(text.bytes(), ContentFailure.outOfMemory)
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

extension JSONValue {
    /// The strings that an agent reads, with their places, in their order: members called `text`, and all strings of members that hold
    /// structured content or the data of a log.
    ///
    /// - Parameter isContent: Whether it is within such a member.
    fileprivate func textsOfMessage(isContent: Bool = false) -> [(range: Range<Int>, text: JSONString)] {
        switch self {
        case .array(let values): values.flatMap { $0.textsOfMessage(isContent: isContent) }
        case .object(let object):
            object.members.flatMap { member -> [(range: Range<Int>, text: JSONString)] in
                let isContent = isContent || ["structuredContent", "data"].contains(member.name)
                guard case .string(let text) = member.value else {
                    return member.value.textsOfMessage(isContent: isContent)
                }
                return member.name == "text" || isContent && member.name != "data" ? [(member.range, text)] : []
            }
        default: []
        }
    }
}

/// A message that cannot be made safe, and the error in its place.
struct RefusedMessage {
    /// Who is told of it; nobody of a notification.
    let receiver: ReplySummary.Receiver
    /// The error as a message; nil where there is none.
    private(set) var error: SecureBytes?

    /// - Parameter reason: A sentence without a full stop and without a byte of the message.
    init(_ message: SecureBytes, _ reason: String) {
        let messages: [JSONObject]
        switch try? JSONValue(parsing: message) {
        case .object(let object)?: messages = [object]
        case .array(let values)?:
            messages = values.compactMap { if case .object(let object) = $0 { object } else { nil } }
        default: messages = []
        }
        // Of a batch with both, the agent hears, which would wait for its results.
        let responses = messages.filter { $0["method"] == nil }
        let asked = responses.isEmpty ? messages : responses
        let errors = asked.compactMap { Self.error(for: $0, in: message, reason) }
        receiver = errors.isEmpty ? .nobody : responses.isEmpty ? .server : .client
        guard !errors.isEmpty else { return }
        let text = messages.count == 1 ? errors[0] : "[\(errors.joined(separator: ","))]"
        error = try? SecureBytes(copying: text.utf8)
    }

    /// The error for one message; nil for a notification, which nobody waits for.
    private static func error(for object: JSONObject, in message: SecureBytes, _ reason: String) -> String? {
        guard let id = object.members.first(where: { $0.name == "id" }),
            case .string(let sentence)? = try? JSONValue(parsing: quoted("snapveil: \(reason)"))
        else { return nil }
        let number = message[id.range].withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        let words = sentence.escaped.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        // The result of a tool is read by the agent, which is to know; anything else is an error of the protocol.
        guard case .object(let result)? = object["result"], result["content"] != nil else {
            return #"{"jsonrpc":"2.0","id":\#(number),"error":{"code":-32000,"message":"\#(words)"}}"#
        }
        let type = result["resultType"] == nil ? "" : #","resultType":"complete""#
        return
            #"{"jsonrpc":"2.0","id":\#(number),"result":{"content":[{"type":"text","text":"\#(words)"}],"isError":true\#(type)}}"#
    }

    private static func quoted(_ text: String) throws(OutOfMemory) -> SecureBytes {
        var builder = try SecureBytesBuilder()
        try builder.append(jsonString: SecureBytes(copying: text.utf8))
        return builder.finish()
    }
}
