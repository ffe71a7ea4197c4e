import SecureMemory

/// A value and its place, from which a strict decoder reads one form in one line and throws for everything else.
///
/// ```swift
/// init(_ json: JSONCursor) throws(JSONSchemaError) {
///     let rule = try json.object(allowing: ["target", "style", "padding"])
///     target = try Target(rule.required("target"))
///     style = try Style(rule.required("style"))
///     padding = try rule.optional("padding")?.number(in: 0...4096) ?? 0
/// }
/// ```
/// `null` is a value like any other: a member that is there and null is not a member that is missing.
public struct JSONCursor: Sendable {
    /// The value to read.
    public let value: JSONValue

    /// The place of the value in the text.
    public let pointer: JSONPointer

    /// Makes a cursor that points at `value`.
    ///
    /// - Parameters:
    ///   - value: The value to read.
    ///   - pointer: Where it is; the whole text by default. Pointing at a part of a text anew makes the pointers of its
    ///     errors start at that part.
    public init(_ value: JSONValue, at pointer: JSONPointer = JSONPointer()) {
        self.value = value
        self.pointer = pointer
    }

    /// The error for a value of another kind than `expected`, a noun with its article: `"screen" or an object`.
    public func wrongType(expected: String) -> JSONSchemaError {
        JSONSchemaError(.wrongType(expected: expected, found: value.kind), at: pointer)
    }

    /// The error for a value that is wrong in a way that only the reader knows; a sentence without a full stop.
    public func invalid(_ sentence: String) -> JSONSchemaError {
        JSONSchemaError(.invalid(sentence), at: pointer)
    }

    func outOfRange(expected: String, found: String) -> JSONSchemaError {
        JSONSchemaError(.outOfRange(expected: expected, found: found), at: pointer)
    }
}

extension JSONCursor {
    /// Reads `true` or `false`.
    public func bool() throws(JSONSchemaError) -> Bool {
        guard case .bool(let bool) = value else { throw wrongType(expected: "true or false") }
        return bool
    }

    /// Reads an array: its elements, each with its place.
    ///
    /// - Parameter count: The number of elements.
    public func array(count: ClosedRange<Int> = 0...Int.max) throws(JSONSchemaError) -> [JSONCursor] {
        guard case .array(let elements) = value else { throw wrongType(expected: "an array") }
        guard count.contains(elements.count) else {
            throw outOfRange(
                expected: "an array of \(NumberText.describe(count)) elements",
                found: String(elements.count)
            )
        }
        return elements.enumerated().map { JSONCursor($1, at: pointer.appending(.index($0))) }
    }
}

extension JSONCursor {
    /// Reads a string as a slice of the text: for images and other long strings, which ``JSONString/bytes()`` hands on
    /// without leaving wiped memory.
    public func text() throws(JSONSchemaError) -> JSONString {
        guard case .string(let text) = value else { throw wrongType(expected: "a string") }
        return text
    }

    /// Reads a string, and copies it into memory that is not wiped.
    ///
    /// - Parameter byteCount: Its length in bytes of UTF-8.
    public func string(bytes byteCount: ClosedRange<Int> = 0...Int.max) throws(JSONSchemaError) -> String {
        let text = try text()
        // A string that would be too long even if it were all escapes is refused before it is copied.
        let string = text.escaped.count / 6 > byteCount.upperBound ? nil : text.string
        guard let string, byteCount.contains(string.utf8.count) else {
            throw outOfRange(
                expected: "a string of \(NumberText.describe(byteCount)) bytes",
                found: string.map { "\($0.utf8.count) bytes" } ?? "a longer string"
            )
        }
        return string
    }

    /// The word among the cases of `words` that the string is:
    /// ```swift
    /// enum Units: String, CaseIterable { case pixels, points, ratio }
    /// let units = try policy.optional("units")?.word(of: Units.self) ?? .pixels
    /// ```
    public func word<Word: RawRepresentable<String> & CaseIterable>(
        of words: Word.Type
    ) throws(JSONSchemaError) -> Word {
        let known = Array(words.allCases)
        return known[try word(among: known.map(\.rawValue))]
    }

    /// The index of the word among `known` that the string is.
    public func word(among known: [String]) throws(JSONSchemaError) -> Int {
        let text = try text()
        let short = text.escaped.count <= 256 ? text.string : nil
        guard let short, let index = known.firstIndex(of: short) else {
            throw JSONSchemaError(.unknownWord(short, known: known), at: pointer)
        }
        return index
    }
}

extension JSONCursor {
    /// Reads a number, which is always finite.
    public func number() throws(JSONSchemaError) -> Double {
        guard case .number(let number) = value else { throw wrongType(expected: "a number") }
        return number
    }

    /// Reads a number within `range`.
    public func number(in range: ClosedRange<Double>) throws(JSONSchemaError) -> Double {
        let number = try number()
        guard range.contains(number) else {
            throw outOfRange(
                expected: "a number from \(NumberText.describe(range))",
                found: NumberText.describe(number)
            )
        }
        return number
    }

    /// Reads a number above `lower` and at most `upper`: `width: number(above: 0, upTo: 16_384)`.
    public func number(above lower: Double, upTo upper: Double) throws(JSONSchemaError) -> Double {
        let number = try number()
        guard number > lower, number <= upper else {
            throw outOfRange(
                expected: "a number above \(NumberText.describe(lower)) and up to \(NumberText.describe(upper))",
                found: NumberText.describe(number)
            )
        }
        return number
    }

    /// Reads a whole number within `range`, however it is written: `1e2` is 100.
    ///
    /// Beyond ±(2^53 - 1) a `Double` does not hold every whole number, so those are refused whatever the range.
    public func integer(in range: ClosedRange<Int>) throws(JSONSchemaError) -> Int {
        guard case .number(let number) = value else { throw wrongType(expected: "a whole number") }
        guard abs(number) < 0x1p53, let integer = Int(exactly: number), range.contains(integer) else {
            throw outOfRange(
                expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
                found: NumberText.describe(number)
            )
        }
        return integer
    }
}

enum NumberText {
    static func describe(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    static func describe(_ range: ClosedRange<Double>) -> String {
        "\(describe(range.lowerBound)) to \(describe(range.upperBound))"
    }

    /// A range of counts: `1 or more`, `2`, `1 to 8`.
    static func describe(_ range: ClosedRange<Int>) -> String {
        if range.lowerBound == range.upperBound { return String(range.lowerBound) }
        return range.upperBound == .max
            ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
    }
}
