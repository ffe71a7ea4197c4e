/// Form of a JSON value, in the words of JSON Schema (draft 2020-12).
///
/// ```swift
/// let schema = JSONSchema.object([.required("x", .number(in: 0...1))])
/// ```
public struct JSONSchema: Sendable, Equatable {
    /// The schema as JSON.
    public private(set) var tree: JSONTree

    /// A schema of keywords.
    public init(_ keywords: JSONTree) {
        tree = keywords
    }

    /// A member of an object.
    public struct Member: Sendable, Equatable {
        /// The name of the member.
        public let name: String
        /// The form of its value.
        public let schema: JSONSchema
        /// Whether it has to be there.
        public let isRequired: Bool

        /// A member called `name`.
        public init(_ name: String, _ schema: JSONSchema, isRequired: Bool = false) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
        }

        /// A member that has to be there; `help` says in a few words, without a first capital and a full stop, what it is.
        public static func required(_ name: String, _ schema: JSONSchema, _ help: String = "") -> Member {
            Member(name, schema.described(help.capitalizedSentence), isRequired: true)
        }

        /// A member that may be missing; `help` says in a few words, without a first capital and a full stop, what it is.
        public static func optional(_ name: String, _ schema: JSONSchema, _ help: String = "") -> Member {
            Member(name, schema.described(help.capitalizedSentence))
        }
    }

    /// The schema with a text for people; an empty one adds nothing.
    public func described(_ text: String) -> JSONSchema { text.isEmpty ? self : adding("description", .string(text)) }

    /// The schema with the value that stands in where the member is missing.
    public func defaulting(to value: JSONTree?) -> JSONSchema { adding("default", value) }

    /// The schema with examples.
    public func with(examples: JSONTree...) -> JSONSchema { adding("examples", .array(examples)) }

    private func adding(_ keyword: String, _ value: JSONTree?) -> JSONSchema {
        var schema = self
        if let value { schema.tree[keyword] = value }
        return schema
    }
}

extension JSONSchema {
    /// `null`.
    public static let null = JSONSchema(["type": "null"])

    /// `true` or `false`.
    public static let bool = JSONSchema(["type": "boolean"])

    /// A number within `range`.
    public static func number(in range: ClosedRange<Double>) -> JSONSchema {
        JSONSchema(["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)])
    }

    /// A number above `lower` and at most `upper`.
    public static func number(above lower: Double, upTo upper: Double) -> JSONSchema {
        JSONSchema(["type": "number", "exclusiveMinimum": .number(lower), "maximum": .number(upper)])
    }

    /// A whole number within `range`.
    public static func integer(in range: ClosedRange<Int>) -> JSONSchema {
        integer(atLeast: range.lowerBound).adding("maximum", .number(Double(range.upperBound)))
    }

    /// A whole number of `lower` or more.
    public static func integer(atLeast lower: Int) -> JSONSchema {
        JSONSchema(["type": "integer", "minimum": .number(Double(lower))])
    }

    /// A string of any length.
    public static let string = JSONSchema(["type": "string"])

    /// A string of at most so many bytes in UTF-8, of which each character takes one at least.
    public static func string(bytes: ClosedRange<Int>) -> JSONSchema {
        var schema = string.adding("maxLength", .number(Double(bytes.upperBound)))
        if bytes.lowerBound > 0 { schema = schema.adding("minLength", 1) }
        return schema
    }

    /// A string that a regular expression matches as a whole.
    public static func string(pattern: String) -> JSONSchema { string.adding("pattern", .string("^(?:\(pattern))$")) }

    /// One of `words`.
    public static func word(among words: [String]) -> JSONSchema {
        string.adding("enum", .array(words.map(JSONTree.string)))
    }

    /// A word that is the raw value of a case.
    public static func word<Word: RawRepresentable<String> & CaseIterable>(of _: Word.Type) -> JSONSchema {
        word(among: Word.allCases.map(\.rawValue))
    }

    /// An array of values that are all `element`.
    public static func array(
        of element: JSONSchema,
        count: ClosedRange<Int> = 0...Int.max,
        isUnique: Bool = false
    ) -> JSONSchema {
        var schema = JSONSchema(["type": "array", "items": element.tree])
        if count.lowerBound > 0 { schema = schema.adding("minItems", .number(Double(count.lowerBound))) }
        if count.upperBound < .max { schema = schema.adding("maxItems", .number(Double(count.upperBound))) }
        return isUnique ? schema.adding("uniqueItems", true) : schema
    }

    /// An object of these members and no others.
    ///
    /// - Parameters:
    ///   - members: The members that there may be.
    ///   - count: The number of members; nil where ``Member/isRequired`` is enough.
    public static func object(_ members: [Member], count: ClosedRange<Int>? = nil) -> JSONSchema {
        let required = members.filter(\.isRequired).map { JSONTree.string($0.name) }
        var schema = JSONSchema([
            "type": "object",
            "properties": .object(members.map { JSONTree.Member($0.name, $0.schema.tree) }),
        ])
        if !required.isEmpty { schema = schema.adding("required", .array(required)) }
        if let count {
            schema = schema.adding("minProperties", .number(Double(count.lowerBound)))
                .adding("maxProperties", .number(Double(count.upperBound)))
        }
        return schema.adding("additionalProperties", false)
    }

    /// An object with exactly one of these members.
    public static func soleMember(of members: [Member]) -> JSONSchema { object(members, count: 1...1) }

    /// A value that one of `schemas` describes.
    public static func any(of schemas: [JSONSchema]) -> JSONSchema {
        JSONSchema(["anyOf": .array(schemas.map(\.tree))])
    }

    /// A value of the definition called `name`, which stands once in the whole text.
    public static func reference(to name: String) -> JSONSchema { JSONSchema(["$ref": .string(definitions + name)]) }

    /// Where references expect definitions.
    public static let definitions = "#/$defs/"
}

extension String {
    /// A help text as a sentence.
    package var capitalizedSentence: String { isEmpty ? "" : prefix(1).uppercased() + dropFirst() + "." }
}
