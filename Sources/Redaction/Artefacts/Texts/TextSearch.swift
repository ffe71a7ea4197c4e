import BoundedWork
import Redaction
import SensitiveText

/// Search for what is taken out of texts: sensitive values by rules, and secrets that are known.
struct TextSearch: Sendable {
    private let values: SensitiveTextSearch
    let secrets: SecretSearch

    init(_ rules: TextRules, _ secrets: SecretSearch, names: NameLexicon?) {
        values = rules.sought.search(isRecognised: false, names: names)
        self.secrets = secrets
    }

    func findings(
        in pieces: borrowing TextPieces,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [SensitiveFinding] {
        pieces.count == 0 ? [] : try values.findings(in: pieces, budget: &budget)
    }
}
