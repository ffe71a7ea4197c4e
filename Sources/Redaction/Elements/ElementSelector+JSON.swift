import Hierarchy
import StrictJSON

extension ElementPath {
    /// Reads an XPath from a string of 1 to 4096 bytes.
    init(_ json: JSONCursor) throws(JSONSchemaError) {
        do {
            try self.init(json.string(bytes: 1...4096))
        } catch let error as ElementSelector.InvalidSelector {
            throw json.invalid(error.sentence)
        } catch {
            throw error as? JSONSchemaError ?? json.invalid("the XPath cannot be used")
        }
    }
}

extension ElementPattern {
    /// Reads an object with one or more of the members `identifier`, `type`, `label` and `value`, each a regular
    /// expression.
    init(_ json: JSONCursor) throws(JSONSchemaError) {
        let object = try json.object(allowing: Property.allCases.map(\.rawValue))
        var expressions: [Property: Expression] = [:]
        for property in Property.allCases {
            guard let member = object.optional(property.rawValue) else { continue }
            let text = try member.string(bytes: 0...1024)
            do {
                expressions[property] = try Expression(text)
            } catch {
                throw member.invalid(error.sentence)
            }
        }
        guard !expressions.isEmpty else {
            throw object.invalid("an element is named by its identifier, type, label or value")
        }
        self.expressions = expressions
    }
}

extension ElementSelector {
    /// Reads the value of the member `element` of a target: an XPath, or an object of regular expressions.
    init(element json: JSONCursor) throws(JSONSchemaError) {
        switch json.value {
        case .string: self = .path(try ElementPath(json))
        case .object: self = .pattern(try ElementPattern(json))
        default: throw json.wrongType(expected: "an XPath, or an object of regular expressions")
        }
    }
}

extension ElementSelector {
    /// Reads the value of the member `elements` of a target: a level, or `{"sensitive": {"terms": […]}}`.
    init(elements json: JSONCursor) throws(JSONSchemaError) {
        let levels = ElementLevel.allCases
        switch try json.wordOrSoleMember(words: levels.map(\.rawValue), members: [ElementLevel.sensitive.rawValue]) {
        case .word(let index): self = .level(levels[index])
        case .member(_, let sensitive):
            let terms = try sensitive.object(allowing: ["terms"]).required("terms").array(count: 1...256)
            self = .sensitive(
                terms: try terms.map { (term) throws(JSONSchemaError) in
                    let text = try term.string(bytes: 1...64)
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
        var container = encoder.singleValueContainer()
        switch self {
        case .path(let path): try container.encode(path.text)
        case .level(let level): try container.encode(level.rawValue)
        case .sensitive(let terms): try container.encode(["sensitive": ["terms": terms]])
        case .pattern(let pattern):
            let members = pattern.expressions.map { ($0.key.rawValue, $0.value.text) }
            try container.encode(Dictionary(uniqueKeysWithValues: members))
        }
    }
}
