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
