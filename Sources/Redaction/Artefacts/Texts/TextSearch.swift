import BoundedWork
import Redaction
import SensitiveText

/// Search for what is taken out of texts: sensitive values by rules, and secrets that are known.
struct TextSearch: Sendable {
    private let values: SensitiveTextSearch
    private let secrets: SecretSearch?

    init(_ rules: TextRules, _ secrets: SecretSearch?, names: NameLexicon?) {
        values = SensitiveTextSearch(
            kinds: rules.kinds,
            minimumScore: rules.minimumScore,
            isRecognised: false,
            names: names
        )
        self.secrets = secrets
    }

    func findings(
        in pieces: borrowing TextPieces,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [SensitiveFinding] {
        pieces.count == 0 ? [] : try values.findings(in: pieces, budget: &budget)
    }

    func findSecrets(
        in text: UnsafeRawBufferPointer,
        at offset: Int,
        _ notation: Notation,
        into edits: inout SourceEdits,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        try secrets?.find(in: text, at: offset, notation, into: &edits, budget: &budget)
    }
}
