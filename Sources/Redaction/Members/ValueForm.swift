import ImageCore
import StrictJSON

/// How a value is read from JSON, read from the text of a query or of an option, and written back.
struct ValueForm<Value: Sendable>: Sendable {
    /// The word for such a value in help texts: `length`.
    let name: String
    /// What a text has to be, for the message when it is not: `a number above 0`.
    let expected: String
    /// Reads a value from JSON; throws for one that is not what is expected.
    let json: @Sendable (JSONCursor) throws(JSONSchemaError) -> Value
    /// Reads a value from a text; nil for one that is not what is expected.
    let text: @Sendable (String) -> Value?
    /// What an encoder writes for a value.
    let written: @Sendable (Value) -> any Encodable & Sendable
    /// Whether the value is a length, in the units of a policy.
    var isLength = false
}

extension ValueForm where Value == Double {
    /// A length above 0, at most ``LengthUnit/maximumLength``.
    static var length: Self {
        ValueForm(
            name: "length",
            expected: "a number above 0",
            json: { (json) throws(JSONSchemaError) in try json.number(above: 0, upTo: LengthUnit.maximumLength) },
            text: { text in Double(parameter: text).flatMap { $0 > 0 ? $0 : nil } },
            written: { $0 },
            isLength: true
        )
    }

    /// A coordinate or a length of 0 or more, within `range`.
    static func number(in range: ClosedRange<Double>) -> Self {
        ValueForm(
            name: "number",
            expected: "a number",
            json: { (json) throws(JSONSchemaError) in try json.number(in: range) },
            text: { text in Double(parameter: text).flatMap { range.contains($0) ? $0 : nil } },
            written: { $0 }
        )
    }

    /// A number of a magnitude within ``LengthUnit/maximumLength``.
    static var anyNumber: Self { number(in: LengthUnit.coordinates) }
}

extension ValueForm where Value == Bool {
    /// A truth value: `true` or `false`.
    static var flag: Self {
        ValueForm(
            name: "flag",
            expected: "true or false",
            json: { (json) throws(JSONSchemaError) in try json.bool() },
            text: { Bool($0) },
            written: { $0 }
        )
    }
}

extension ValueForm where Value == Color {
    /// An opaque sRGB colour: `#rgb` or `#rrggbb`.
    static var color: Self {
        ValueForm(
            name: "color",
            expected: "#rgb or #rrggbb (in a URL, # is written %23)",
            json: { (json) throws(JSONSchemaError) in
                guard let color = Color(hex: try json.string(bytes: 0...64)) else {
                    throw json.invalid("a color is \"#rgb\" or \"#rrggbb\", without alpha: what covers must be opaque")
                }
                return color
            },
            text: { Color(hex: $0) },
            written: { $0.hex }
        )
    }
}

extension ValueForm where Value == String {
    /// The name of a picture that comes with the snapshot, or is the server's: 1 to 64 letters, digits, dots, hyphens
    /// and underscores.
    static var assetName: Self {
        ValueForm(
            name: "name",
            expected: "1 to 64 letters, digits, dots, hyphens and underscores",
            json: { (json) throws(JSONSchemaError) in
                let name = try json.string(bytes: 0...256)
                guard name.isIdentifier() else {
                    throw json.invalid(
                        "the name of an asset has 1 to 64 letters, digits, dots, hyphens and underscores"
                    )
                }
                return name
            },
            text: { $0.isIdentifier() ? $0 : nil },
            written: { $0 }
        )
    }

    /// Words for people. A text of more than `maximumLength` Unicode scalars need not be refused here, so what is made
    /// of it has to count them.
    static func words(_ maximumLength: Int) -> Self {
        ValueForm(
            name: "text",
            expected: "a text",
            // A scalar has at most four bytes.
            json: { (json) throws(JSONSchemaError) in try json.string(bytes: 0...maximumLength * 4) },
            text: { $0 },
            written: { $0 }
        )
    }
}

extension ValueForm {
    /// One of `values`, by the word that `word` has for it.
    static func one(of values: [Value], by word: @escaping @Sendable (Value) -> String) -> Self {
        let words = values.map(word)
        return ValueForm(
            name: "word",
            expected: "one of \(words.joined(separator: ", "))",
            json: { (json) throws(JSONSchemaError) in values[try json.word(among: words)] },
            text: { text in words.firstIndex(of: text).map { values[$0] } },
            written: { word($0) }
        )
    }
}

extension ValueForm where Value: RawRepresentable<String> & CaseIterable {
    /// A word that is the raw value of a case of `Value`.
    static var word: Self { one(of: Array(Value.allCases), by: \.rawValue) }
}

extension Double {
    /// The number that `text` says as JSON writes it, of a magnitude within ``LengthUnit/maximumLength``; nil for any
    /// other text.
    init?(parameter text: String) {
        guard let number = Double(json: text), abs(number) <= LengthUnit.maximumLength else { return nil }
        self = number
    }
}

extension Color {
    /// The colour as ``init(hex:)`` reads it: `#rrggbb`.
    fileprivate var hex: String {
        "#"
            + [red, green, blue].map { sample in
                let digits = String(sample, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }
            .joined()
    }
}
