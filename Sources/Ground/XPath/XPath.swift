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
    /// Bytes of UTF-8 that an expression may have.
    public static let maximumByteCount = 4096

    /// How deep parentheses, predicates and calls may be nested. Parsing and evaluation recurse this deep.
    public static let maximumDepth = 32

    /// Units of work that all expressions of a request may take together: they are spent within tens of milliseconds, and
    /// common expressions need a few for every node.
    ///
    /// One unit is a node that is visited, or up to 16 bytes of text that are read or written. What is written down costs as
    /// well, so this bounds memory too: 16 bytes a unit.
    public static let workLimit = 10_000_000

    let root: Expression
    /// The names in the expression, each once.
    let names: [String]
    /// The string literals of the expression, without anything between them.
    let literals: String
    /// How many paths start at the document.
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
    ///   - budget: What the work is taken from.
    /// - Throws: ``XPathEvaluationError``.
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
