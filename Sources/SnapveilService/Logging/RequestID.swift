import HTTPTypes
import Redaction

/// The name of a request in the log and in its reply: `X-Request-Id` as the client sent it, or one of our own.
struct RequestID: Sendable, CustomStringConvertible {
    let description: String

    /// Takes the client's if it is 1 to 128 letters, digits, dots, hyphens and underscores; others could forge log lines.
    init(_ head: HTTPRequest) {
        let sent = head.headerFields[values: .requestID]
        if sent.count == 1, sent[0].isIdentifier(maximumLength: 128) {
            description = sent[0]
        } else {
            let bits = UInt64.random(in: .min ... .max)
            let digits = String(bits, radix: 16)
            description = String(repeating: "0", count: 16 - digits.count) + digits
        }
    }
}
