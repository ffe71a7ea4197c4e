import BoundedWork
import StrictJSON
import XPath

/// An XPath 1.0 that selects elements, as Appium takes it: `//XCUIElementTypeSecureTextField`.
public struct ElementPath: Sendable {
    /// The expression as it is written in the policy.
    public let text: String
    let expression: XPath

    private static let byteCount = 1...4096

    /// What the string that ``init(_:)`` reads has to be.
    static let schema = JSONSchema.string(bytes: byteCount)

    /// Reads an XPath from a string of 1 to 4096 bytes.
    init(_ json: JSONCursor) throws(JSONSchemaError) {
        text = try json.string(bytes: Self.byteCount)
        expression = try mapError(XPath(parsing: text)) { (error: XPathSyntaxError) in
            json.invalid("the XPath cannot be used: \(error)")
        }
    }
}

extension ElementPath: Hashable {
    /// Whether both expressions are written the same.
    public static func == (lhs: ElementPath, rhs: ElementPath) -> Bool { lhs.text == rhs.text }

    /// Hashes the text of the expression.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
