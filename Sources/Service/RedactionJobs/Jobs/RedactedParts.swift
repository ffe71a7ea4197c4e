package import Artefacts
package import ImageCore
package import Redaction
package import SecureMemory
package import StrictJSON

/// The parts of the result of a job, without those that nobody asked for.
package struct RedactedParts: Sendable {
    /// The redacted snapshot or artefact, a picture of the covers alone, or with a report its thumbnail; empty for none.
    package var picture = SecureBytes()
    package var format = OutputFormat.Kind.png
    /// The redacted page source.
    package var hierarchy: PageSource?
    /// The receipt as JSON.
    package var receipt: SecureBytes?
    /// The covered pixels, sealed; nil where nobody asked for them, or may not.
    package var sealed: SecureBytes?
    /// The planned rectangles as JSON.
    package var plan: SecureBytes?
    /// The report of a check, or of an exposure, as JSON.
    package var report: SecureBytes?
    /// The receipt of an artefact as JSON; nil for a snapshot.
    package var entries: SecureBytes?
    package var summary: ReceiptSummary?
    /// The receipt of an artefact in brief; nil for a snapshot.
    package var artefact: ArtefactSummary?
    /// The result of a reply in brief; nil for anything else.
    package var reply: ReplySummary?
    /// The outline of a message; nil for anything else.
    package var outline: BiDiOutline?
    /// The recording that was taken out of a reply, as it was; nil for none.
    package var recording: ReplyRedactor.Recording?

    package init() {}
}

/// A receipt in brief.
package struct ReceiptSummary: Encodable, Sendable, Equatable {
    let policy: String?
    let phase: Phase?
    let covered: Int
    let assurance: Assurance
    let warnings: Int?

    init(policy: String?, phase: Phase?, covered: Int, assurance: Assurance, warnings: Int?) {
        self.policy = policy
        self.phase = phase
        self.covered = covered
        self.assurance = assurance
        self.warnings = warnings
    }

    init(_ receipt: Receipt) {
        let warnings = receipt.covered.count { $0.warning != nil }
        self.init(
            policy: receipt.policy,
            phase: receipt.phase,
            covered: receipt.covered.count,
            assurance: receipt.assurance,
            warnings: warnings > 0 ? warnings : nil
        )
    }

    package static let schema = JSONSchema.object([
        .optional("policy", .string, "the name of the policy"),
        .optional("phase", .word(of: Phase.self)),
        .required("covered", .integer(atLeast: 0), "number of painted rectangles"),
        .required("assurance", .word(of: Assurance.self)),
        .optional("warnings", .integer(atLeast: 1), "number of painted rectangles with a warning"),
    ])
}

/// A receipt of an artefact in brief.
package struct ArtefactSummary: Encodable, Sendable, Equatable {
    /// The form of the artefact; nil for a folder.
    package let form: ArtefactRedactor.Form?
    let policy: String?
    let kept: Int
    let redacted: Int
    let dropped: Int

    private enum CodingKeys: CodingKey {
        case policy, kept, redacted, dropped
    }

    init(form: ArtefactRedactor.Form?, policy: String?, kept: Int, redacted: Int, dropped: Int) {
        (self.form, self.policy) = (form, policy)
        (self.kept, self.redacted, self.dropped) = (kept, redacted, dropped)
    }

    init(policy: String?, _ receipt: ArtefactReceipt, _ form: ArtefactRedactor.Form?) {
        func count(_ outcome: ArtefactReceipt.Outcome) -> Int { receipt.entries.count { $0.outcome == outcome } }
        self.init(
            form: form,
            policy: policy,
            kept: count(.kept),
            redacted: count(.redacted),
            dropped: count(.dropped)
        )
    }

    package static let schema = JSONSchema.object([
        .optional("policy", .string, "the name of the policy"),
        .required("kept", .integer(atLeast: 0), "number of entries that are as they were"),
        .required("redacted", .integer(atLeast: 0), "number of entries that were written again"),
        .required("dropped", .integer(atLeast: 0), "number of entries that are not in the result"),
    ])
}
