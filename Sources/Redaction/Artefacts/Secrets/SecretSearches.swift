public import BoundedWork
public import Redaction

/// The searches for the secrets of an artefact, which take time to make and serve all of its parts.
public struct SecretSearches: Sendable {
    let texts: SecretSearch
    /// In what is read in pictures; nil if there are no secrets.
    public let pictures: KnownTextSearch?

    /// Gets ready to look for known secrets, and for those that the artefact tells.
    public init(
        for secrets: [KnownSecret],
        _ told: ToldSecrets = ToldSecrets(),
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        let secrets = secrets + told.secrets
        texts = try SecretSearch(secrets, budget: &budget)
        pictures = try KnownTextSearch(for: secrets, budget: &budget)
    }
}
