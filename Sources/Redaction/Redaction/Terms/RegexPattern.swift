import BoundedRegex
import BoundedWork
import StrictJSON

/// A regular expression of a policy.
public struct RegexPattern: Sendable {
    /// The expression as it is written in the policy.
    let text: String
    let regex: BoundedRegex

    /// Reads a regular expression from a string of as many bytes as `byteCount` allows, for texts that match it in `scope`.
    init(
        _ json: JSONCursor,
        bytes byteCount: ClosedRange<Int>,
        scope: BoundedRegex.Scope
    ) throws(JSONSchemaError) {
        text = try json.string(bytes: byteCount)
        regex = try mapError(BoundedRegex(text, scope: scope)) { (error: RegexSyntaxError) in
            json.invalid("the regular expression cannot be used: \(error)")
        }
    }
}

extension RegexPattern: Hashable {
    /// Whether both expressions are written the same.
    public static func == (lhs: RegexPattern, rhs: RegexPattern) -> Bool { lhs.text == rhs.text }

    /// Hashes the text of the expression.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
