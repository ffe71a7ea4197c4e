public import StrictJSON

extension Policy {
    /// What the text of a policy has to be, as editors read it: a JSON Schema (draft 2020-12), made of the declarations
    /// by which policies are read.
    ///
    /// A reader refuses more: what only shows when members are seen together, an XPath or a pattern that does not
    /// parse, a shape without an area, a length in bytes.
    public static let schema: JSONTree = {
        var schema: JSONTree = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Snapveil policy",
        ]
        if case .object(let members) = objectSchema.tree { members.forEach { schema[$0.name] = $0.value } }
        schema["$defs"] = .object(schemaDefinitions.map { JSONTree.Member($0.name, $0.schema.tree) })
        return schema
    }()

    /// The schema of a policy without its definitions.
    public static let objectSchema = PolicyMembers.form.schema.described(
        "What to cover in a screenshot, and how. Lengths are in units."
    )

    /// What the schema of a policy refers to, by name.
    public static let schemaDefinitions: [(name: String, schema: JSONSchema)] = [
        ("Rule", Rule.form.schema.described("One target, and the style that covers it.")),
        ("Target", Target.schema.described("What to cover, or to keep.")),
        ("Style", Style.schema.described("How to cover.")),
    ]
}
