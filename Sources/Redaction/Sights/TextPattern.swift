import BoundedRegex
import BoundedWork
import StrictJSON

/// A regular expression that is looked for in lines of text.
public struct TextPattern: Sendable {
    /// The expression as it is written in the policy.
    let text: String
    let regex: BoundedRegex

    static let byteCount = 1...BoundedRegex.maximumByteCount
    static let schema = JSONSchema.string(bytes: byteCount)

    /// Reads a regular expression from a string.
    init(_ json: JSONCursor) throws(JSONSchemaError) {
        text = try json.string(bytes: Self.byteCount)
        regex = try mapError(BoundedRegex(text, scope: .part)) { (error: RegexSyntaxError) in
            json.invalid("the regular expression cannot be used: \(error)")
        }
    }
}

extension TextPattern: Hashable {
    /// Whether both expressions are written the same.
    public static func == (lhs: TextPattern, rhs: TextPattern) -> Bool { lhs.text == rhs.text }

    /// Hashes the text of the expression.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
