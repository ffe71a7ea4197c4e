import Redaction

/// A policy as a request sends it.
enum PolicyReference {
    /// One of the server's, by name.
    case named(String)
    /// The policy itself.
    case literal(Policy)

    /// The policy that is meant, if no rule of it is weaker than `minimum`.
    func demanding(_ minimum: MinimumAssurance) throws(Problem) -> Policy {
        guard case .literal(let policy) = self else { throw .policyUnknown() }
        do {
            return try policy.demanding(minimum)
        } catch {
            throw Problem(error)
        }
    }
}
