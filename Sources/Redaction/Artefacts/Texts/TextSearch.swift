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

    func findings(
        in pieces: borrowing TextPieces,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [SensitiveFinding] {
        pieces.count == 0 ? [] : try values.findings(in: pieces, budget: &budget)
    }
}
