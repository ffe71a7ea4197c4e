public import BoundedWork
import SecureMemory

/// An expression of XPath 1.0 that selects elements.
///
/// All of the language is there (<https://www.w3.org/TR/1999/REC-xpath-19991116/>) but what page sources have no use for:
/// variables, namespaces, `id()`, `lang()`, and the node tests for text, comments and processing instructions, which are
/// refused by name. Strings are compared by their code points.
///
/// ```swift
/// let secrets = try XPath(parsing: "//XCUIElementTypeCell[.//*[@label='PIN']]")
/// var budget = WorkBudget(limit: XPath.workLimit)
/// let elements = try secrets.elements(in: tree, budget: &budget)
/// ```
public struct XPath: Sendable {
    /// Bytes of UTF-8 of the longest expression.
    public static let maximumByteCount = 4096

    /// Depth of nested parentheses, predicates and calls. Parsing and evaluation recurse this deep.
    public static let maximumDepth = 32

    /// Units of work for all expressions of a request: they are spent within tens of milliseconds, and common expressions need a
    /// few for every node.
    ///
    /// One unit is a node that is visited, or up to 16 bytes of text that are read or written. Written text costs as well, so
    /// this bounds memory too: 16 bytes a unit.
    public static let workLimit = 10_000_000

    let root: Expression
    let names: [String]
    /// The string literals of the expression, without anything between them.
    let literals: String
    let constantCount: Int

    /// Parses an expression that selects elements.
    ///
    /// - Throws: ``XPathSyntaxError``, also if the expression could never select an element.
    public init(parsing text: String) throws(XPathSyntaxError) {
        var parser = try Parser(text)
        root = try parser.parseExpressionOfElements()
        names = parser.names
        literals = parser.literals
        constantCount = parser.constantCount
    }

    /// The elements that the expression selects, seen from the top of the document: their indices in document order.
    ///
    /// - Parameters:
    ///   - tree: The document.
    ///   - budget: Pays for the work.
    public func elements(in tree: ElementTree, budget: inout WorkBudget) throws(XPathEvaluationError) -> [Int] {
        try tree.text.withUnsafeBytes { (document) throws(XPathEvaluationError) in
            var evaluator = try Evaluator(self, in: tree, document: document, budget: budget)
            defer { budget = evaluator.budget }
            let context = Evaluator.Context(node: .document, position: 1, size: 1)
            // The parser allows no other type here.
            guard case .nodes(let nodes) = try evaluator.value(of: root, in: context) else { throw .notAnElement }
            return try nodes.map { (node) throws(XPathEvaluationError) in
                guard node != .document, node.attribute == nil else { throw .notAnElement }
                return Int(node.record) - 1
            }
        }
    }
}

/// Reason why a text is no XPath that selects elements, with the place.
public struct XPathSyntaxError: Error, Equatable {
    /// The fault of the expression.
    public let reason: Reason

    /// The place of the fault, in bytes from the start of the expression.
    public let offset: Int

    /// Faults of an expression.
    public enum Reason: Sendable, Equatable {
        /// The expression has more bytes than the limit.
        case tooLong(limit: Int)
        /// Parentheses, predicates and calls are nested deeper than the limit.
        case tooDeep(limit: Int)
        /// The expression goes on with something else than the grammar allows: the expectation, and the word instead (nil at the
        /// end of the expression).
        case unexpected(expected: String, found: String?)
        /// The expression ends inside a string.
        case unterminatedString
        /// A part of XPath 1.0, of a later version or of another language is not supported: the part, and its counterpart here.
        case unsupported(String, hint: String)
        /// XPath has no function of this name.
        case unknownFunction(String)
        /// XPath has no axis of this name.
        case unknownAxis(String)
        /// A function has too few or too many arguments: its name, and the right number.
        case argumentCount(function: String, expected: String)
        /// A value that is no set of nodes stands where one is needed.
        case notNodes
        /// The expression can only select or compute something else than elements.
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
    /// The fault, as a sentence without its place.
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
        case .notElements(let what): "the expression yields \(what); only elements can be selected"
        }
    }
}

/// Reason why an expression could not be evaluated to elements.
public enum XPathEvaluationError: Error, Equatable {
    /// The expression selected an attribute, or the document, besides or instead of elements.
    case notAnElement
    /// The evaluation did not come to an end, also for lack of memory for a string that the expression computes.
    case unfinished(BudgetFailure)
}

extension XPathEvaluationError: CustomStringConvertible {
    /// The failure, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .notAnElement: "the XPath selects an attribute or the whole document, not an element"
        case .unfinished(.spent): "the XPath takes too much work on this document; make it more specific"
        case .unfinished(let failure): failure.description
        }
    }
}

extension WorkBudget {
    @inline(__always)
    mutating func pay(_ units: Int = 1) throws(XPathEvaluationError) {
        do {
            try spend(units)
        } catch {
            throw .unfinished(error)
        }
    }

    /// Pays for touching `byteCount` bytes of text.
    mutating func pay(bytes byteCount: Int) throws(XPathEvaluationError) {
        try pay(1 + byteCount / 16)
    }
}
