import BoundedRegex
import BoundedWork
import Hierarchy
import StrictJSON
import XPath

/// Regular expressions that each match the whole of a property of an element; a property that it lacks is an empty text.
public struct ElementPattern: Sendable, Hashable {
    /// The raw values are the names in policies.
    enum Property: String, Sendable, CaseIterable {
        case identifier
        case type
        case label
        case value

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

    /// At least one.
    let expressions: [Property: RegexPattern]

    static let schema = JSONSchema.object(
        Property.allCases.map {
            .optional($0.rawValue, .string(bytes: byteCount).described("Pattern for its whole \($0.rawValue)."))
        },
        count: 1...Property.allCases.count
    )
    .described("Regular expressions, each for a whole property.")

    /// Reads an object with one or more of `identifier`, `type`, `label` and `value`, each a regular expression.
    init(_ json: JSONCursor) throws(JSONSchemaError) {
        let object = try json.object(allowing: Property.allCases.map(\.rawValue))
        var expressions: [Property: RegexPattern] = [:]
        for property in Property.allCases {
            guard let member = object.optional(property.rawValue) else { continue }
            expressions[property] = try RegexPattern(member, bytes: Self.byteCount, scope: .whole)
        }
        guard !expressions.isEmpty else {
            throw object.invalid("an element pattern needs an identifier, type, label or value")
        }
        self.expressions = expressions
    }
}

/// An XPath 1.0 that selects elements, as Appium takes it: `//XCUIElementTypeSecureTextField`.
public struct ElementPath: Sendable {
    /// The expression as written in the policy.
    public let text: String
    let expression: XPath

    private static let byteCount = 1...4096

    static let schema = JSONSchema.string(bytes: byteCount)

    /// Takes 1 to 4096 bytes.
    init(_ json: JSONCursor) throws(JSONSchemaError) {
        text = try json.string(bytes: Self.byteCount)
        expression = try mapError(XPath(parsing: text)) { (error: XPathSyntaxError) in
            json.invalid("the XPath cannot be used: \(error)")
        }
    }

    /// - Precondition: `text` is an XPath.
    init(constant text: StaticString) {
        guard let expression = try? XPath(parsing: "\(text)") else { preconditionFailure("\(text) is no XPath") }
        (self.text, self.expression) = ("\(text)", expression)
    }
}

extension ElementPath: Hashable {
    /// Compares the expressions as written.
    public static func == (lhs: ElementPath, rhs: ElementPath) -> Bool { lhs.text == rhs.text }

    /// Hashes the text of the expression.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
