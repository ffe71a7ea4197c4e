public import Hierarchy

/// Which elements of a hierarchy a target names. With each of them goes all that it holds.
public enum ElementSelector: Sendable, Hashable {
    /// The elements that an XPath selects.
    case path(ElementPath)
    /// The elements that match regular expressions.
    case pattern(ElementPattern)
    /// The elements of a level, such as all that show text.
    case level(ElementLevel)
    /// The elements of `ElementLevel.sensitive`, where `terms` name secrets in addition to those of
    /// `SensitiveTerms.standard`.
    case sensitive(terms: [String])

    /// Whether the elements are those of a level, and are not named singly.
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
