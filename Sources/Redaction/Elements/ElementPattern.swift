import BoundedRegex
import Hierarchy

/// Regular expressions that an element has to match, each as a whole: all those that are given. What an element does not say
/// is matched as an empty text.
public struct ElementPattern: Sendable, Hashable {
    /// What of an element is matched, by the names that policies use.
    enum Property: String, Sendable, CaseIterable {
        case identifier
        case type
        case label
        case value

        /// What an attribute is for that says it.
        var role: AttributeRole {
            switch self {
            case .identifier: .identifier
            case .type: .type
            case .label: .label
            case .value: .value
            }
        }
    }

    /// One expression.
    struct Expression: Sendable {
        /// As it is written.
        let text: String
        let regex: BoundedRegex

        init(_ text: String) throws(ElementSelector.InvalidSelector) {
            do {
                regex = try BoundedRegex(text)
            } catch {
                throw ElementSelector.InvalidSelector(sentence: "the regular expression cannot be used: \(error)")
            }
            self.text = text
        }
    }

    /// At least one.
    let expressions: [Property: Expression]
}

extension ElementPattern.Expression: Hashable {
    static func == (lhs: ElementPattern.Expression, rhs: ElementPattern.Expression) -> Bool { lhs.text == rhs.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
