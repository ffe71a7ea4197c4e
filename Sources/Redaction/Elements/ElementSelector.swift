public import Hierarchy

/// Which elements of a hierarchy a target names. With each of them goes all that it holds.
public enum ElementSelector: Sendable, Hashable {
    /// Those that an XPath selects.
    case path(ElementPath)
    /// Those that match patterns.
    case pattern(ElementPattern)
    /// Those of a level.
    case level(ElementLevel)
    /// Those of `ElementLevel.sensitive`, where these terms name secrets beside the ones of `SensitiveTerms.standard`.
    case sensitive(terms: [String])

    /// Whether it is a level.
    var isLevel: Bool {
        switch self {
        case .path, .pattern: false
        case .level, .sensitive: true
        }
    }

    /// The member of a target that holds it in a policy, and the word for it in a receipt.
    var kind: String { isLevel ? "elements" : "element" }

    /// Text that selects nothing, as it is malformed.
    struct InvalidSelector: Error {
        /// What is wrong: a sentence without a full stop.
        let sentence: String
    }
}
