import BoundedRegex
import BoundedWork
import Hierarchy
import StrictJSON

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

        static let byteCount = 0...1024

        /// Reads a regular expression from a string of at most 1024 bytes.
        init(_ json: JSONCursor) throws(JSONSchemaError) {
            text = try json.string(bytes: Self.byteCount)
            regex = try mapError(BoundedRegex(text)) { (error: RegexSyntaxError) in
                json.invalid("the regular expression cannot be used: \(error)")
            }
        }
    }

    /// The expressions by the properties that they match: at least one.
    let expressions: [Property: Expression]

    /// What the object that ``init(_:)`` reads has to be.
    static let schema = JSONSchema.object(
        Property.allCases.map {
            JSONSchema.Member(
                $0.rawValue,
                JSONSchema.string(bytes: Expression.byteCount).described("What its \($0.rawValue) has to match.")
            )
        },
        count: 1...Property.allCases.count
    )
    .described("Regular expressions, each of which has to match the whole of a property.")

    /// Reads an object with one or more of the members `identifier`, `type`, `label` and `value`, each a regular
    /// expression.
    init(_ json: JSONCursor) throws(JSONSchemaError) {
        let object = try json.object(allowing: Property.allCases.map(\.rawValue))
        var expressions: [Property: Expression] = [:]
        for property in Property.allCases {
            guard let member = object.optional(property.rawValue) else { continue }
            expressions[property] = try Expression(member)
        }
        guard !expressions.isEmpty else {
            throw object.invalid("an element is named by its identifier, type, label or value")
        }
        self.expressions = expressions
    }
}

extension ElementPattern.Expression: Hashable {
    static func == (lhs: ElementPattern.Expression, rhs: ElementPattern.Expression) -> Bool { lhs.text == rhs.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
