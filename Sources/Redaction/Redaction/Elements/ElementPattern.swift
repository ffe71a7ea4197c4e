import BoundedRegex
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

    private static let byteCount = 0...BoundedRegex.maximumByteCount

    /// The expressions by the properties that they match: at least one.
    let expressions: [Property: RegexPattern]

    /// What the object that ``init(_:)`` reads has to be.
    static let schema = JSONSchema.object(
        Property.allCases.map {
            JSONSchema.Member(
                $0.rawValue,
                JSONSchema.string(bytes: byteCount).described("What its \($0.rawValue) has to match.")
            )
        },
        count: 1...Property.allCases.count
    )
    .described("Regular expressions, each of which has to match the whole of a property.")

    /// Reads an object with one or more of the members `identifier`, `type`, `label` and `value`, each a regular
    /// expression.
    init(_ json: JSONCursor) throws(JSONSchemaError) {
        let object = try json.object(allowing: Property.allCases.map(\.rawValue))
        var expressions: [Property: RegexPattern] = [:]
        for property in Property.allCases {
            guard let member = object.optional(property.rawValue) else { continue }
            expressions[property] = try RegexPattern(member, bytes: Self.byteCount, scope: .whole)
        }
        guard !expressions.isEmpty else {
            throw object.invalid("an element is named by its identifier, type, label or value")
        }
        self.expressions = expressions
    }
}
