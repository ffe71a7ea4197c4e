/// A parameter of a query, or an option, that cannot be used.
public struct ShorthandError: Error, Equatable, CustomStringConvertible {
    /// Its name.
    public let parameter: String
    /// What is wrong with it: a sentence that lacks its subject.
    public let message: String

    init(_ parameter: String, _ message: String) {
        self.parameter = parameter
        self.message = message
    }

    /// A whole sentence: `the parameter radius is missing; it has to be a number above 0`.
    public var description: String { "the parameter \(parameter) \(message)" }
}
