import BoundedWork
import SecureMemory

/// Value of an expression (XPath 1.0, section 1).
enum Value {
    /// A set of nodes, in the order of the document, each once.
    case nodes([Node])
    case string(Text)
    case number(Double)
    case boolean(Bool)
}

/// A string: a range of the document's text or of the evaluator's. It is UTF-8 as far as its source is.
struct Text {
    var source: Source
    var range: Range<Int>

    enum Source {
        /// The text of the document: ``ElementTree/text``.
        case document
        /// The evaluator's text: the literals of the expression and the strings that were computed.
        case written
    }

    static let empty = Text(source: .document, range: 0..<0)

    /// The part of the string at `bounds`, counted in bytes from its start.
    func slice(_ bounds: Range<Int>) -> Text {
        Text(source: source, range: range.lowerBound + bounds.lowerBound..<range.lowerBound + bounds.upperBound)
    }
}

extension Evaluator {
    /// Whether the comparison is true (XPath 1.0, section 3.4). A comparison with a set of nodes is true if it is true
    /// for any of its nodes.
    mutating func holds(
        _ left: Value,
        _ comparison: BinaryOperator,
        _ right: Value
    ) throws(XPathEvaluationError) -> Bool {
        switch (left, right) {
        case (.nodes, .boolean(let boolean)):
            return try holds(.boolean(self.boolean(left)), comparison, .boolean(boolean))
        case (.boolean(let boolean), .nodes):
            return try holds(.boolean(boolean), comparison, .boolean(self.boolean(right)))
        case (.nodes(let nodes), _):
            for node in nodes where try holds(.string(text(of: node)), comparison, right) {
                return true
            }
            return false
        case (_, .nodes(let nodes)):
            for node in nodes where try holds(left, comparison, .string(text(of: node))) {
                return true
            }
            return false
        default:
            try budget.pay()
            return try comparison == .equal || comparison == .notEqual
                ? areEqual(left, right) == (comparison == .equal)
                : areOrdered(left, comparison, right)
        }
    }

    private mutating func areEqual(_ left: Value, _ right: Value) throws(XPathEvaluationError) -> Bool {
        switch (left, right) {
        case (.boolean, _), (_, .boolean): boolean(left) == boolean(right)
        case (.number, _), (_, .number): try number(left) == number(right)
        default: try areIdentical(try text(left), try text(right))
        }
    }

    private mutating func areOrdered(
        _ left: Value,
        _ comparison: BinaryOperator,
        _ right: Value
    ) throws(XPathEvaluationError) -> Bool {
        let left = try number(left)
        let right = try number(right)
        return switch comparison {
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        default: left >= right
        }
    }
}

/// The functions `boolean`, `number` and `string` (XPath 1.0, sections 4.2 to 4.4).
extension Evaluator {
    func boolean(_ value: Value) -> Bool {
        switch value {
        case .nodes(let nodes): !nodes.isEmpty
        case .string(let text): !text.range.isEmpty
        case .number(let number): number != 0 && !number.isNaN
        case .boolean(let boolean): boolean
        }
    }

    mutating func number(_ value: Value) throws(XPathEvaluationError) -> Double {
        switch value {
        case .number(let number): return number
        case .boolean(let boolean): return boolean ? 1 : 0
        case .string, .nodes:
            let text = try text(value)
            try budget.pay(bytes: text.range.count)
            return withBytes(of: text, Double.init(xpath:))
        }
    }

    mutating func text(_ value: Value) throws(XPathEvaluationError) -> Text {
        switch value {
        case .string(let text): return text
        case .nodes(let nodes):
            guard let first = nodes.first else { return .empty }
            return text(of: first)
        case .number(let number): return try write(number.xpathDescription)
        case .boolean(let boolean): return try write(boolean ? "true" : "false")
        }
    }

    /// The string-value of `node`: none but attributes have one that is not empty, because elements hold no text.
    func text(of node: Node) -> Text {
        guard let attribute = node.attribute else { return .empty }
        return Text(source: .document, range: tree.attributes[attribute].range)
    }

    /// Calls `body` with the bytes of `text`, which are valid until it returns.
    func withBytes<Result>(of text: Text, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        switch text.source {
        case .document: body(UnsafeRawBufferPointer(rebasing: document[text.range]))
        case .written: written.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[text.range])) }
        }
    }

    mutating func write(_ string: String) throws(XPathEvaluationError) -> Text {
        try write(atMost: string.utf8.count) { free, _ in
            free.copyBytes(from: string.utf8)
            return string.utf8.count
        }
    }
}
