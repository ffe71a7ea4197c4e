import BoundedWork
import Redaction
import SensitiveText

/// Search for what is taken out of texts: sensitive values by rules, and secrets that are known.
struct TextSearch: Sendable {
    private let values: SensitiveTextSearch
    let secrets: SecretSearch
    /// What stands for values that were taken out before.
    let marks: ReplacementMarks

    init(_ rules: TextRules, _ secrets: SecretSearch, _ marks: ReplacementMarks, names: NameLexicon?) {
        values = rules.sought.search(isRecognised: false, names: names)
        (self.secrets, self.marks) = (secrets, marks)
    }

    /// The search for secrets that nothing but a caption tells.
    static func byCaption(
        _ rules: TextRules,
        _ marks: ReplacementMarks,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> TextSearch {
        TextSearch(
            values: rules.sought.searchByCaption(for: captioned),
            secrets: try SecretSearch([], budget: &budget),
            marks: marks
        )
    }

    /// Kinds of values that no form tells from others.
    private static let captioned: Set<SensitiveKind> = [
        .password, .pin, .oneTimeCode, .cardSecurityCode, .secret, .bankAccount, .nationalNumber, .passport,
        .drivingLicence,
    ]

    private init(values: SensitiveTextSearch, secrets: SecretSearch, marks: ReplacementMarks) {
        (self.values, self.secrets, self.marks) = (values, secrets, marks)
    }

    func findings(
        in pieces: borrowing TextPieces,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [SensitiveFinding] {
        pieces.count == 0 ? [] : try values.findings(in: pieces, budget: &budget)
    }
}
