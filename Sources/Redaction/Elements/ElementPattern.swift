import BoundedRegex
import Hierarchy

/// Regular expressions that an element has to match, all that are given. Each has to match the whole of a property; one
/// that the element lacks counts as an empty text.
public struct ElementPattern: Sendable, Hashable {
    /// A property of an element that can be matched, by the name that policies use.
    enum Property: String, Sendable, CaseIterable {
        case identifier
        case type
        case label
        case value

        /// The role of the attributes that hold the property in a hierarchy.
        var role: AttributeRole {
            switch self {
            case .identifier: .identifier
            case .type: .type
            case .label: .label
            case .value: .value
            }
        }
    }

    /// A regular expression for one property.
    struct Expression: Sendable {
        /// The expression as it is written in the policy.
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

    /// The expressions by the properties that they match: at least one.
    let expressions: [Property: Expression]
}

extension ElementPattern.Expression: Hashable {
    static func == (lhs: ElementPattern.Expression, rhs: ElementPattern.Expression) -> Bool { lhs.text == rhs.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
