import Artefacts
import Base64Coding
import BoundedWork
import Redaction
import SecureMemory
import StrictJSON

/// Redaction of a page source that a harness asked a server for.
extension FileTask {
    /// The reply with a page source in which nothing stands that the policy covers.
    ///
    /// The input is that reply; or, for a policy that names elements, the reply with a picture of the screen, and the page source
    /// behind it, because only on a picture it is known which elements are covered.
    func redactedSource(
        _ input: ReplyInput,
        _ pictures: PolicyPictures,
        _ work: WorkContext
    ) throws(ContentFailure) -> RedactedParts {
        var source = try Self.value(of: input.sources?.after ?? input.reply)
        if input.sources != nil {
            let base64 = try Self.value(of: input.reply)
            let picture = try mapError(
                Base64.decode(base64, cancellation: work.cancellation),
                ContentFailure.init(base64:)
            )
            let redacted = try pictures.redact(picture, source: source, secrets: nil)
            guard let safe = redacted.source else { throw .refused("its page source cannot be redacted") }
            source = safe
        }
        let redactor = pictures.artefacts(secrets: secrets, foreign: order.foreign)
        let safe = try redactor.redact(source, cancellation: work.cancellation).artefact
        var parts = RedactedParts()
        parts.picture = try mapError(Self.reply(safe), ContentFailure.outOfMemory)
        parts.reply = ReplySummary()
        return parts
    }

    /// The text of a reply of WebDriver.
    private static func value(of reply: SecureBytes) throws(ContentFailure) -> SecureBytes {
        guard let json = try? JSONValue(parsing: reply), case .object(let members) = json,
            case .string(let text)? = members["value"]
        else { throw .refused("the reply is no text of WebDriver") }
        return try mapError(text.bytes(), ContentFailure.outOfMemory)
    }

    private static func reply(_ text: SecureBytes) throws(OutOfMemory) -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: text.count + text.count / 8)
        try builder.append("{\"value\":")
        try builder.append(jsonString: text)
        try builder.append("}")
        return builder.finish()
    }
}

extension ContentFailure {
    fileprivate init(base64 error: Base64Error) {
        self = error == .cancelled ? .unfinished(.cancelled) : .refused("the picture is malformed: \(error)")
    }
}
