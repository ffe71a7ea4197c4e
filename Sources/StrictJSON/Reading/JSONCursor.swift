/// A value and its place, from which a strict decoder reads in one line what it takes and throws for everything else.
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

    /// Points at `value`.
    ///
    /// - Parameters:
    ///   - value: What to read.
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

    /// The error for a number, a length or a count beyond its bounds.
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
    /// - Parameter count: How many there may be.
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
