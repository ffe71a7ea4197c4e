import StrictJSON

/// Schemas as tables of Markdown.
enum MarkdownTable {
    static func text(_ heads: [String], _ rows: [[String]]) -> String {
        let line = { (cells: [String]) in "| " + cells.map(cell).joined(separator: " | ") + " |\n" }
        let rule = String(repeating: "|---", count: heads.count) + "|\n"
        return line(heads) + rule + rows.map(line).joined()
    }

    /// A text that ends no cell and no line.
    private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|").replacing("\n", with: " ") }

    /// A row for each member of an object and of the objects in it: name, value and meaning.
    static func rows(_ schema: JSONTree, in path: String = "") -> [[String]] {
        if let schemas = schema["anyOf"]?.elements { return schemas.flatMap { rows($0, in: path) } }
        if let items = schema["items"] { return rows(items, in: path) }
        let required = schema["required"]?.elements.compactMap(\.string) ?? []
        return (schema["properties"]?.members ?? []).flatMap { member in
            let name = path + member.name
            let value = value(member.value) + (required.contains(member.name) ? ", required" : "")
            let meaning = member.value["description"]?.string ?? ""
            return [["`\(name)`", value, meaning]] + rows(member.value, in: name + ".")
        }
    }

    /// The values that a schema allows, in words.
    static func value(_ schema: JSONTree) -> String {
        if let name = schema["$ref"]?.string?.split(separator: "/").last { return APIReference.link(to: String(name)) }
        if let schemas = schema["anyOf"]?.elements { return schemas.map(value).joined(separator: ", or ") }
        if let words = schema["enum"]?.elements.compactMap(\.string) {
            return words.count > 12 ? "a word" : words.map { "`\($0)`" }.joined(separator: ", ")
        }
        switch schema["type"]?.string {
        case "null": return "`null`"
        case "boolean": return "`true`, `false`"
        case "number", "integer": return number(schema)
        case "string": return string(schema)
        case "array": return "an array\(count(schema)): each \(value(schema["items"] ?? [:]))"
        case "object": return "an object"
        default: return "anything"
        }
    }

    private static func number(_ schema: JSONTree) -> String {
        let noun = schema["type"] == "integer" ? "a whole number" : "a number"
        let bounds = [
            schema["minimum"].map { "from \($0.text)" }, schema["exclusiveMinimum"].map { "above \($0.text)" },
            schema["maximum"].map { "up to \($0.text)" },
        ]
        return ([noun] + bounds.compactMap(\.self)).joined(separator: " ")
    }

    private static func string(_ schema: JSONTree) -> String {
        if schema["format"] == "binary" { return "bytes" }
        if schema["contentEncoding"] == "base64" { return "base64" }
        if let example = schema["examples"]?.elements.first?.string { return "a text like `\(example)`" }
        return schema["maxLength"].map { "a text of at most \($0.text) characters" } ?? "a text"
    }

    private static func count(_ schema: JSONTree) -> String {
        switch (schema["minItems"]?.text, schema["maxItems"]?.text) {
        case (let least?, let most?): least == most ? " of \(least)" : " of \(least) to \(most)"
        case (nil, let most?): " of at most \(most)"
        case (let least?, nil): " of \(least) or more"
        case (nil, nil): ""
        }
    }
}
