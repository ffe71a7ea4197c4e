import BoundedWork

/// The values of a query or of options, by the names of their parameters.
struct ParameterValues: Sendable {
    /// The text of each parameter, by its name.
    var texts: [String: String] = [:]

    /// The value of the parameter `name`; nil if it was not given.
    ///
    /// - Throws: ``ShorthandError`` for a text that is not what `form` expects.
    func value<Value>(of name: String, _ form: ValueForm<Value>) throws(ShorthandError) -> Value? {
        guard let text = texts[name] else { return nil }
        guard let value = form.text(text) else {
            throw ShorthandError(name, "is \(QuotedText.quoting(text)), and has to be \(form.expected)")
        }
        return value
    }

    /// The value of the parameter `name`.
    ///
    /// - Throws: ``ShorthandError`` if it was not given, and for a text that is not what `form` expects.
    func requiredValue<Value>(of name: String, _ form: ValueForm<Value>) throws(ShorthandError) -> Value {
        guard let value = try value(of: name, form) else {
            throw ShorthandError(name, "is missing; it has to be \(form.expected)")
        }
        return value
    }
}

/// A parameter of a query, or an option, that cannot be used.
public struct ShorthandError: Error, Equatable, CustomStringConvertible {
    /// The name of the parameter in a query and, with hyphens, as an option.
    public let parameter: String
    /// What is wrong with the parameter: a sentence that lacks its subject.
    public let message: String

    init(_ parameter: String, _ message: String) {
        self.parameter = parameter
        self.message = message
    }

    /// What is wrong, as a whole sentence: `the parameter radius is missing; it has to be a number above 0`.
    public var description: String { "the parameter \(parameter) \(message)" }
}
