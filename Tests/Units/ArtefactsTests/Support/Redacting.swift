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
        var bounds = ArtefactLimits(archives: limits)
        bounds.runBytes = limits.totalBytes
        let secrets = try secrets.map { KnownSecret(try SecureBytes(copying: $0.utf8), named: "KNOWN") }
        return ArtefactRedactor(
            rules,
            PicturesOfTests(),
            secrets: secrets,
            foreign: Foreign(unknown: unknown),
            limits: bounds
        )
    }
}

/// Puts the word `PICTURE` in place of each picture, and behind it the number of places that are covered afterwards.
struct PicturesOfTests: PictureRedactor {
    var isBroken = false
    var takesSources = false
    /// The text of each picture, by the last byte of its file.
    var texts: [UInt8: SeenText] = [:]

    func redact(
        _ picture: SecureBytes,
        source: SecureBytes?,
        secrets: KnownTextSearch?
    ) throws(ContentFailure) -> RedactedPicture {
        guard !isBroken else { throw .refused("it is broken") }
        let last = picture.withUnsafeBytes { $0[$0.count - 1] }
        let redactedSource = try source.map { (_) throws(ContentFailure) in try Self.bytes("SOURCE") }
        return RedactedPicture(try Self.bytes("PICTURE"), source: redactedSource, text: texts[last] ?? SeenText())
    }

    func cover(_ places: [Places.Place], of picture: SecureBytes) throws(ContentFailure) -> SecureBytes {
        guard !isBroken else { throw .refused("it is broken") }
        return try Self.bytes("PICTURE \(places.map(\.percents))")
    }

    private static func bytes(_ text: String) throws(ContentFailure) -> SecureBytes {
        try mapError(SecureBytes(copying: text.utf8), ContentFailure.outOfMemory)
    }
}

extension Places.Place {
    /// The edges in percents: left, top, right, bottom.
    fileprivate var percents: [Int] {
        [columns.lowerBound, rows.lowerBound, columns.upperBound, rows.upperBound].map { Int(($0 * 100).rounded()) }
    }
}
