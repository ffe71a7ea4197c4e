public import Hierarchy
import StrictJSON

/// The elements of a page source that a target names, each with all that it holds.
public enum ElementSelector: Sendable, Hashable {
    /// The elements that an XPath selects.
    case path(ElementPath)
    /// The elements that match regular expressions.
    case pattern(ElementPattern)
    /// The elements of a level, such as all that show text.
    case level(ElementLevel)
    /// The elements of `ElementLevel.sensitive`, with `terms` for secrets besides those of `SensitiveTerms.standard`.
    case sensitive(terms: [String])
    /// The elements whose text is of one of these kinds.
    case kinds(SoughtKinds)

    /// Whether elements are named by a level, not singly.
    var isLevel: Bool {
        switch self {
        case .path, .pattern: false
        case .level, .sensitive, .kinds: true
        }
    }

    /// The member of a target in a policy, and the word in a receipt.
    var kind: String { isLevel ? "elements" : "element" }
}

extension ElementSelector {
    static let elementSchema = JSONSchema.any(of: [
        ElementPath.schema.described("An XPath, as in Appium."), ElementPattern.schema,
    ])
    .described("An element of the page source, with its descendants.")

    static let elementsSchema = JSONSchema.any(of: [
        .word(of: ElementLevel.self),
        .soleMember(of: [
            .optional(
                ElementLevel.sensitive.rawValue,
                .object([
                    .required(
                        "terms",
                        .array(of: .string(bytes: termBytes), count: termCount),
                        "words that name secrets, besides the built-in ones"
                    )
                ]),
                "the level sensitive, with terms of your own"
            )
        ]),
        SoughtKinds.form.schema.described("Kinds of sensitive text in the elements."),
    ])
    .described("All elements of a level, or with text of a kind.")

    /// Number and length of the terms of a policy.
    private static let termCount = 1...256
    private static let termBytes = 1...64

    /// Reads the member `element` of a target: an XPath, or an object of regular expressions.
    init(element json: JSONCursor) throws(JSONSchemaError) {
        switch json.value {
        case .string: self = .path(try ElementPath(json))
        case .object: self = .pattern(try ElementPattern(json))
        default: throw json.wrongType(expected: "an XPath, or an object of regular expressions")
        }
    }

    /// Reads the member `elements` of a target: a level, `{"sensitive": {"terms": […]}}`, or `{"kinds": […]}`.
    init(elements json: JSONCursor) throws(JSONSchemaError) {
        if case .object(let object) = json.value, object["kinds"] != nil {
            self = .kinds(try SoughtKinds.form.read(json))
            return
        }
        let levels = ElementLevel.allCases
        let members = [ElementLevel.sensitive.rawValue, "kinds"]
        switch try json.wordOrSoleMember(words: levels.map(\.rawValue), members: members) {
        case .word(let index): self = .level(levels[index])
        case .member(_, let sensitive):
            let terms = try sensitive.object(allowing: ["terms"]).required("terms").array(count: Self.termCount)
            self = .sensitive(
                terms: try terms.map { (term) throws(JSONSchemaError) in
                    let text = try term.string(bytes: Self.termBytes)
                    guard SensitiveTerms.isTerm(text) else { throw term.invalid("a term needs a letter or a digit") }
                    return text
                }
            )
        }
    }
}

extension ElementSelector: Encodable {
    /// Writes the value of the member `element` or `elements` of a target.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .path(let path): try path.text.encode(to: encoder)
        case .level(let level): try level.rawValue.encode(to: encoder)
        case .kinds(let sought): try SoughtKinds.form.write(sought, to: encoder)
        case .sensitive(let terms): try ["sensitive": ["terms": terms]].encode(to: encoder)
        case .pattern(let pattern):
            let members = pattern.expressions.map { ($0.key.rawValue, $0.value.text) }
            try Dictionary(uniqueKeysWithValues: members).encode(to: encoder)
        }
    }
}
