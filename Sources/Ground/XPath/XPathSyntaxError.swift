/// Why a text is no XPath that selects elements, and where.
public struct XPathSyntaxError: Error, Equatable {
    /// What is wrong with the expression.
    public let reason: Reason

    /// Where the expression is wrong, in bytes from its start.
    public let offset: Int

    /// The things that can be wrong with an expression.
    public enum Reason: Sendable, Equatable {
        /// The expression has more bytes than the limit.
        case tooLong(limit: Int)
        /// Parentheses, predicates and calls are nested deeper than the limit.
        case tooDeep(limit: Int)
        /// The expression goes on with something else than the grammar allows: what was expected, and what is there
        /// instead (nil at the end of the expression).
        case unexpected(expected: String, found: String?)
        /// The expression ends inside a string.
        case unterminatedString
        /// A part of XPath 1.0, of a later version or of another language is not supported: which part, and what to
        /// write instead.
        case unsupported(String, hint: String)
        /// XPath has no function of this name.
        case unknownFunction(String)
        /// XPath has no axis of this name.
        case unknownAxis(String)
        /// A function has too few or too many arguments: its name, and how many it takes.
        case argumentCount(function: String, expected: String)
        /// A value that is no set of nodes stands where one is needed.
        case notNodes
        /// The expression can only select or compute something else than elements: what.
        case notElements(String)
    }
}

extension XPathSyntaxError: CustomStringConvertible {
    /// The place and the reason: `offset 9: expected "]", but the expression ends here`.
    public var description: String {
        "offset \(offset): \(reason)"
    }
}

extension XPathSyntaxError.Reason: CustomStringConvertible {
    /// What is wrong, as a sentence without its place.
    public var description: String {
        switch self {
        case .tooLong(let limit): "an XPath may have \(limit) bytes at most"
        case .tooDeep(let limit): "brackets and calls may be nested \(limit) deep at most"
        case .unexpected(let expected, nil): "expected \(expected), but the expression ends here"
        case .unexpected(let expected, let found?): "expected \(expected), found \(found)"
        case .unterminatedString: "the expression ends inside a string"
        case .unsupported(let what, let hint): "\(what) is not supported: \(hint)"
        case .unknownFunction(let name): "XPath 1.0 has no function \(name)()"
        case .unknownAxis(let name): "XPath 1.0 has no axis \(name)"
        case .argumentCount(let function, let expected): "\(function)() takes \(expected)"
        case .notNodes: "only nodes can be united, counted, summed up, filtered or stepped from"
        case .notElements(let what): "the expression yields \(what), and only elements can be selected"
        }
    }
}
