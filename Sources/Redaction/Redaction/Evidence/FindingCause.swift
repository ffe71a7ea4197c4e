import SensitiveText

/// The cause for which something is a finding: its kind and the evidence, never its text.
struct FindingCause: Sendable {
    /// The kind of text or of code; nil for a face, for unknown text, and for an element that a rule names.
    let kind: String?
    /// From 0 to 1; nil for what is there or not.
    let score: Double?
    let reason: FindingReason

    init(_ reason: FindingReason, kind: String? = nil, score: Double? = nil) {
        (self.kind, self.score, self.reason) = (kind, score, reason)
    }

    init(_ text: SensitiveFinding) {
        self.init(FindingReason(text.reason), kind: text.kind.rawValue, score: text.score)
    }

    /// The score in receipts, in hundredths.
    var toldScore: Double? { score.map { ($0 * 100).rounded() / 100 } }
}

/// The evidence, or the choice of a policy, that makes something a finding. The raw values are those of receipts and reports.
public enum FindingReason: String, CaseIterable, Codable, Sendable {
    /// Words beside, above or in front of the value name its kind.
    case caption
    /// Check digits are right, as those of few other numbers are.
    case checksum
    /// A form, a beginning or an ending that hardly anything else has.
    case form
    /// The value, or a part of it, is in a list of known ones.
    case lexicon
    /// The words round the value, such as a title or a greeting, go with its kind.
    case surroundings
    /// It looks like text, a face or a code.
    case look
    /// A regular expression of the policy finds it, or the label that it stands beside.
    case pattern
    /// An XPath or regular expressions of the policy name the element.
    case selector
    /// The page source says that the element is a field, shows text, or holds a secret, or names it so.
    case source
}

extension FindingReason {
    init(_ reason: SensitiveReason) {
        self =
            switch reason {
            case .caption: .caption
            case .checksum: .checksum
            case .form: .form
            case .lexicon: .lexicon
            case .surroundings: .surroundings
            }
    }
}
