import SecureMemory
package import StrictJSON

/// Checks JSON against a JSON Schema, by the keywords that ours have. A keyword that is not known is a fault: it would
/// check nothing.
package struct SchemaChecks {
    private let root: JSONTree

    /// - Parameter schema: A schema, or a document with schemas.
    package init(_ schema: JSONTree) {
        root = schema
    }

    /// What is wrong with a text, each fault with its place; nothing if it is what the schema says.
    ///
    /// - Parameters:
    ///   - text: A JSON text.
    ///   - reference: The place of the schema in the document; by default the whole.
    package func faults(in text: String, reference: String = "#") throws -> [String] {
        let value = JSONTree(try JSONValue(parsing: SecureBytes(copying: text.utf8)))
        return faults(value, ["$ref": .string(reference)], "")
    }

    private func faults(_ value: JSONTree, _ schema: JSONTree, _ place: String) -> [String] {
        guard case .object(let keywords) = schema else { return ["\(place): the schema is no object"] }
        return keywords.flatMap { faults(value, $0.name, $0.value, schema, place) }
    }

    private func faults(
        _ value: JSONTree,
        _ keyword: String,
        _ rule: JSONTree,
        _ schema: JSONTree,
        _ place: String
    ) -> [String] {
        let fault = ["\(place): \(keyword) \(rule.text)"]
        switch keyword {
        case "$ref": return resolve(rule).map { faults(value, $0, place) } ?? fault
        case "anyOf":
            let faults = rule.elements.map { self.faults(value, $0, place) }
            return faults.contains(where: \.isEmpty) ? [] : faults.flatMap(\.self)
        case "allOf": return rule.elements.flatMap { faults(value, $0, place) }
        case "type": return value.has(type: rule) ? [] : fault
        case "enum": return rule.elements.contains(value) ? [] : fault
        case "const": return rule == value ? [] : fault
        case "minimum", "maximum", "exclusiveMinimum", "minLength", "maxLength", "minItems", "maxItems",
            "minProperties",
            "maxProperties":
            return value.isWithin(keyword, rule) ? [] : fault
        case "pattern":
            guard case (.string(let text), .string(let pattern)) = (value, rule) else { return [] }
            return (try? Regex(pattern).wholeMatch(in: text)) != nil ? [] : fault
        case "uniqueItems":
            let elements = value.elements
            return elements.indices.contains { elements[..<$0].contains(elements[$0]) } ? fault : []
        case "items": return value.elements.enumerated().flatMap { faults($1, rule, "\(place)/\($0)") }
        case "required":
            guard case .object = value else { return [] }
            return rule.elements.allSatisfy { $0.string.flatMap { value[$0] } != nil } ? [] : fault
        case "properties", "additionalProperties":
            return value.members.flatMap { member -> [String] in
                let known = schema["properties"]?[member.name]
                let memberRule = keyword == "properties" ? known : known == nil ? rule : nil
                guard let memberRule else { return [] }
                guard memberRule != false else { return ["\(place): has \(member.name)"] }
                return faults(member.value, memberRule, "\(place)/\(member.name)")
            }
        case "$schema", "$defs", "title", "description", "default", "examples", "format", "contentEncoding",
            "contentMediaType", "contentSchema":
            return []
        default: return ["the keyword \(keyword) is not known"]
        }
    }

    private func resolve(_ reference: JSONTree) -> JSONTree? {
        (reference.string ?? "").split(separator: "/").dropFirst().reduce(root) { node, name in node?[String(name)] }
    }
}

extension JSONTree {
    fileprivate init(_ value: JSONValue) {
        switch value {
        case .null: self = .string("null")
        case .bool(let value): self = .bool(value)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text.string)
        case .array(let elements): self = .array(elements.map(JSONTree.init))
        case .object(let object): self = .object(object.members.map { Member($0.name, JSONTree($0.value)) })
        }
    }

    fileprivate func has(type: JSONTree) -> Bool {
        switch (self, type.string) {
        case (.string("null"), "null"), (.bool, "boolean"), (.number, "number"), (.string, "string"), (.array, "array"),
            (.object, "object"):
            true
        case (.number(let number), "integer"): number == number.rounded()
        default: false
        }
    }

    /// Whether a number, or how much there is of anything else, keeps to a bound.
    fileprivate func isWithin(_ keyword: String, _ rule: JSONTree) -> Bool {
        guard case .number(let bound) = rule else { return false }
        let size: Double? =
            switch (self, keyword) {
            case (.number(let number), "minimum"), (.number(let number), "maximum"),
                (.number(let number), "exclusiveMinimum"):
                number
            case (.string(let text), "minLength"), (.string(let text), "maxLength"): Double(text.unicodeScalars.count)
            case (.array(let elements), "minItems"), (.array(let elements), "maxItems"): Double(elements.count)
            case (.object(let members), "minProperties"), (.object(let members), "maxProperties"): Double(members.count)
            default: nil
            }
        guard let size else { return true }
        return keyword.hasPrefix("max") ? size <= bound : keyword.hasPrefix("min") ? size >= bound : size > bound
    }
}
