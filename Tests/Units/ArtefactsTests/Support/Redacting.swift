import BoundedWork
import Redaction
import SecureMemory
import SensitiveText

@testable import Artefacts

/// The content without what is sensitive, as text; pictures become the word `PICTURE`.
func redacted(
    _ content: String,
    _ rules: TextRules = TextRules(),
    secrets: [String] = [],
    keepsUnknown: Bool = false
) throws -> String {
    try redaction(content, rules, secrets: secrets, keepsUnknown: keepsUnknown).text
}

/// The same, with what was done.
func redaction(
    _ content: String,
    _ rules: TextRules = TextRules(),
    secrets: [String] = [],
    keepsUnknown: Bool = false
) throws -> (text: String, receipt: ArtefactReceipt) {
    let unknown = keepsUnknown ? ArtefactRedactor.Unknown.keep : .drop
    let redactor = try ArtefactRedactor.ofTests(rules, secrets: secrets, unknown: unknown)
    let (redacted, receipt) = try redactor.redact(SecureBytes(copying: content.utf8))
    return (redacted.text, receipt)
}

extension ArtefactRedactor {
    /// Pictures become the word `PICTURE`; a secret is called `KNOWN`.
    static func ofTests(
        _ rules: TextRules = TextRules(),
        secrets: [String] = [],
        unknown: Unknown = .drop,
        limits: ZipLimits = ZipLimits()
    ) throws -> ArtefactRedactor {
        let secrets = try secrets.map { KnownSecret(try SecureBytes(copying: $0.utf8), named: "KNOWN") }
        return ArtefactRedactor(rules, secrets: secrets, unknown: unknown, limits: limits) { _ throws(ContentFailure) in
            try mapError(SecureBytes(copying: "PICTURE".utf8), ContentFailure.outOfMemory)
        }
    }
}
