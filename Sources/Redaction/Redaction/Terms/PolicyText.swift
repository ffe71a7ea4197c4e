import BoundedRegex
import BoundedWork
import StrictJSON

extension String {
    /// Whether the text can name a policy, an asset, a key or a request: 1 to `maximumLength` ASCII letters, digits, dots, hyphens
    /// and underscores, safe in a header field, a log line and a file name.
    package func isIdentifier(maximumLength: Int = 64) -> Bool {
        (1...maximumLength).contains(utf8.count)
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// Takes 1 to `maximumLength` bytes that print on one line.
    func isLine(maximumLength: Int) -> Bool {
        (1...maximumLength).contains(utf8.count)
            && unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
                default: true
                }
            }
    }
}

/// A regular expression of a policy.
public struct RegexPattern: Sendable {
    /// The expression as written in the policy.
    let text: String
    let regex: BoundedRegex

    /// Takes as many bytes as `byteCount` allows; texts match in `scope`.
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
    /// Compares the expressions as written.
    public static func == (lhs: RegexPattern, rhs: RegexPattern) -> Bool { lhs.text == rhs.text }

    /// Hashes the text of the expression.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
