import BoundedWork

/// The values of a query or of options.
struct ParameterValues: Sendable {
    /// Texts by the names of their parameters.
    var texts: [String: String] = [:]

    /// Nil if the parameter was not given.
    func value<Value>(of name: String, _ form: ValueForm<Value>) throws(ShorthandError) -> Value? {
        guard let text = texts[name] else { return nil }
        guard let value = form.text(text) else {
            throw ShorthandError(name, "is \(QuotedText.quoting(text)), and has to be \(form.expected)")
        }
        return value
    }

    func requiredValue<Value>(of name: String, _ form: ValueForm<Value>) throws(ShorthandError) -> Value {
        guard let value = try value(of: name, form) else {
            throw ShorthandError(name, "is missing; it has to be \(form.expected)")
        }
        return value
    }
}

/// A refused parameter of a query or option.
public struct ShorthandError: Error, Equatable, CustomStringConvertible {
    /// The name in a query and, with hyphens, as an option.
    public let parameter: String
    /// The fault: a sentence that lacks its subject.
    public let message: String

    init(_ parameter: String, _ message: String) {
        self.parameter = parameter
        self.message = message
    }

    /// The fault as a whole sentence: `the parameter radius is missing; it has to be a number above 0`.
    public var description: String { "the parameter \(parameter) \(message)" }
}
