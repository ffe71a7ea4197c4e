import ImageCore
import StrictJSON

/// The form of a value in JSON and in the text of a query or option, for reading and writing.
struct ValueForm<Value: Sendable>: Sendable {
    /// The word in help texts: `length`.
    let name: String
    /// The expected text, for an error message: `a number above 0`.
    let expected: String
    /// The schema in JSON, and in a text read as JSON; a reader may refuse more.
    let schema: JSONSchema
    let json: @Sendable (JSONCursor) throws(JSONSchemaError) -> Value
    /// Nil for an unexpected text.
    let text: @Sendable (String) -> Value?
    let written: @Sendable (Value) -> any Encodable & Sendable
    /// Whether the value is a length in the units of a policy.
    var isLength = false
}

extension ValueForm where Value == Double {
    /// Above 0, at most ``LengthUnit/maximumLength``.
    static var length: Self {
        ValueForm(
            name: "length",
            expected: "a number above 0",
            schema: .number(above: 0, upTo: LengthUnit.maximumLength).with(examples: 12),
            json: { (json) throws(JSONSchemaError) in try json.number(above: 0, upTo: LengthUnit.maximumLength) },
            text: { text in Double(parameter: text).flatMap { $0 > 0 ? $0 : nil } },
            written: { $0 },
            isLength: true
        )
    }

    static func number(in range: ClosedRange<Double>) -> Self {
        ValueForm(
            name: "number",
            expected: "a number",
            schema: .number(in: range),
            json: { (json) throws(JSONSchemaError) in try json.number(in: range) },
            text: { text in Double(parameter: text).flatMap { range.contains($0) ? $0 : nil } },
            written: { $0 }
        )
    }

    static var anyNumber: Self { number(in: LengthUnit.coordinates) }
}

extension ValueForm where Value == Bool {
    static var flag: Self {
        ValueForm(
            name: "flag",
            expected: "true or false",
            schema: .bool,
            json: { (json) throws(JSONSchemaError) in try json.bool() },
            text: { Bool($0) },
            written: { $0 }
        )
    }
}

extension ValueForm where Value == Color {
    /// Opaque sRGB: `#rgb` or `#rrggbb`.
    static var color: Self {
        ValueForm(
            name: "color",
            expected: "#rgb or #rrggbb (in a URL, # is written %23)",
            schema: .string(pattern: "#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})").with(examples: "#1c1c1e", "#fff"),
            json: { (json) throws(JSONSchemaError) in
                guard let color = Color(hex: try json.string(bytes: 0...64)) else {
                    throw json.invalid("a color is \"#rgb\" or \"#rrggbb\", without alpha: a cover has to be opaque")
                }
                return color
            },
            text: { Color(hex: $0) },
            written: { $0.hex }
        )
    }
}

extension ValueForm where Value == String {
    /// 1 to 64 letters, digits, dots, hyphens and underscores; `owner` is the thing with its article.
    static func name(of owner: String) -> Self {
        let expected = "1 to 64 letters, digits, dots, hyphens and underscores"
        return ValueForm(
            name: "name",
            expected: expected,
            schema: .string(pattern: "[A-Za-z0-9._-]{1,64}").with(examples: "splash"),
            json: { (json) throws(JSONSchemaError) in
                let name = try json.string(bytes: 0...256)
                guard name.isIdentifier() else { throw json.invalid("the name of \(owner) has \(expected)") }
                return name
            },
            text: { $0.isIdentifier() ? $0 : nil },
            written: { $0 }
        )
    }

    /// A line of 1 to `maximumLength` bytes.
    static func line(_ maximumLength: Int) -> Self {
        ValueForm(
            name: "line",
            expected: "a line of 1 to \(maximumLength) bytes without control characters",
            schema: .string(bytes: 1...maximumLength),
            json: { (json) throws(JSONSchemaError) in
                let line = try json.string(bytes: 1...maximumLength)
                guard line.isLine(maximumLength: maximumLength) else {
                    throw json.invalid("a line has no control characters")
                }
                return line
            },
            text: { $0.isLine(maximumLength: maximumLength) ? $0 : nil },
            written: { $0 }
        )
    }

    /// Words for people of at most `maximumLength` Unicode scalars, to be counted by their owner: longer ones need not be refused
    /// here.
    static func words(_ maximumLength: Int) -> Self {
        ValueForm(
            name: "text",
            expected: "a string",
            schema: .string(bytes: 0...maximumLength),
            // A scalar has at most four bytes.
            json: { (json) throws(JSONSchemaError) in try json.string(bytes: 0...maximumLength * 4) },
            text: { $0 },
            written: { $0 }
        )
    }
}

extension ValueForm where Value == Int {
    static func integer(in range: ClosedRange<Int>) -> Self {
        ValueForm(
            name: "n",
            expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            schema: .integer(in: range),
            json: { (json) throws(JSONSchemaError) in try json.integer(in: range) },
            text: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } },
            written: { $0 }
        )
    }
}

extension ValueForm where Value: Encodable {
    /// A value that only JSON has; `noun` is its word with an article.
    static func json(
        _ noun: String,
        _ schema: JSONSchema,
        _ read: @escaping @Sendable (JSONCursor) throws(JSONSchemaError) -> Value
    ) -> Self {
        ValueForm(name: "json", expected: noun, schema: schema, json: read, text: { _ in nil }, written: { $0 })
    }

    /// An array of `count` values.
    static func array<Element: Encodable & Sendable>(
        of element: ValueForm<Element>,
        count: ClosedRange<Int>
    ) -> Self where Value == [Element] {
        .json("an array", .array(of: element.schema, count: count)) { (json) throws(JSONSchemaError) in
            try json.array(count: count).map(element.json)
        }
    }
}

extension ValueForm {
    /// One of `values`, by its `word`.
    static func one(of values: [Value], by word: @escaping @Sendable (Value) -> String) -> Self {
        let words = values.map(word)
        return ValueForm(
            name: "word",
            expected: "one of \(words.joined(separator: ", "))",
            schema: .word(among: words),
            json: { (json) throws(JSONSchemaError) in values[try json.word(among: words)] },
            text: { text in words.firstIndex(of: text).map { values[$0] } },
            written: { word($0) }
        )
    }
}

extension ValueForm where Value: RawRepresentable<String> & CaseIterable {
    static var word: Self { one(of: Array(Value.allCases), by: \.rawValue) }
}

extension ValueForm {
    /// Distinct cases, `fewest` or more, which only JSON has; `noun` is the word for a case. The word `all` stands for all of them.
    static func cases<Word: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
        _ noun: String,
        fewest: Int = 1,
        all: String? = nil
    ) -> Self where Value == Set<Word> {
        let count = fewest...Word.allCases.count
        let array = JSONSchema.array(of: .word(of: Word.self), count: count, isUnique: true)
        return ValueForm(
            name: "json",
            expected: all.map { "\"\($0)\" or an array of words" } ?? "an array of words",
            schema: all.map { .any(of: [.word(among: [$0]), array]) } ?? array,
            json: { (json) throws(JSONSchemaError) in
                if let all, case .string = json.value {
                    _ = try json.word(among: [all])
                    return Set(Word.allCases)
                }
                var words: Set<Word> = []
                for word in try json.array(count: count) {
                    guard words.insert(try word.word(of: Word.self)).inserted else {
                        throw word.invalid("the \(noun) is listed already")
                    }
                }
                return words
            },
            text: { _ in nil },
            written: { words in Word.allCases.filter(words.contains).map(\.rawValue) }
        )
    }
}

extension Double {
    /// Reads a number as JSON writes it, of a magnitude within ``LengthUnit/maximumLength``; nil for other text.
    init?(parameter text: String) {
        guard let number = Double(json: text), abs(number) <= LengthUnit.maximumLength else { return nil }
        self = number
    }
}

extension Color {
    /// The form `#rrggbb`.
    fileprivate var hex: String {
        "#"
            + [red, green, blue].map { sample in
                let digits = String(sample, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }
            .joined()
    }
}
