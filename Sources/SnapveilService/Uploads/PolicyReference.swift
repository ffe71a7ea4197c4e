import Redaction

/// A policy as a request sends it.
enum PolicyReference {
    /// One of the server's, by name.
    case named(String)
    /// The policy itself.
    case literal(Policy)
}
