import BoundedWork
import SecureMemory

/// Evaluates one expression over one tree.
///
/// - Sets of nodes are arrays in the order of the document. A step is taken for a whole set at a time, in time linear in
///   the nodes on the way, unless positions have to be counted for each node.
/// - Strings are ranges of the document's text or of `written`, which only grows: only computed strings are copied, into
///   wiped memory.
/// - Every node that is passed and every byte that is read or written is paid for from `budget`.
/// - Recursion is as deep as the expression, which the parser bounds.
struct Evaluator: ~Copyable {
    let tree: ElementTree
    /// The bytes of the tree's text, valid for as long as the evaluator is used.
    let document: UnsafeRawBufferPointer
    /// The index of each name of the expression among the tree's, or -1 if the tree does not have it.
    let names: [Int32]
    /// The literals of the expression, then the strings that were computed.
    var written: SecureBytesBuilder
    var budget: WorkBudget
    var collector: NodeCollector
    /// The results of the paths that start at the document, once known.
    var constants: [[Node]?]

    /// Context of an evaluation (XPath 1.0, section 1).
    struct Context {
        var node: Node
        /// The place of the node among its fellows, from 1 to `size`.
        var position: Int
        var size: Int
    }

    init(
        _ xpath: XPath,
        in tree: ElementTree,
        document: UnsafeRawBufferPointer,
        budget: WorkBudget
    ) throws(XPathEvaluationError) {
        self.tree = tree
        self.document = document
        self.budget = budget
        names = xpath.names.map { tree.nameIndices[$0] ?? -1 }
        constants = Array(repeating: nil, count: xpath.constantCount)
        collector = NodeCollector(recordCount: tree.records.count)
        written = try Self.memory(holding: xpath.literals)
    }

    private static func memory(holding text: String) throws(XPathEvaluationError) -> SecureBytesBuilder {
        do {
            var memory = try SecureBytesBuilder(capacity: text.utf8.count)
            try memory.append(text)
            return memory
        } catch {
            throw .unfinished(.outOfMemory(error))
        }
    }

    mutating func value(of expression: Expression, in context: Context) throws(XPathEvaluationError) -> Value {
        try budget.pay()
        switch expression {
        case .string(let range): return .string(Text(source: .written, range: range))
        case .number(let number): return .number(number)
        case .path(let path): return .nodes(try nodes(of: path, in: context))
        case .union(let paths): return .nodes(try union(of: paths, in: context))
        case .negation(let operand): return .number(-(try number(try value(of: operand, in: context))))
        case .call(let function, let arguments): return try call(function, arguments, in: context)
        case .chain(let first, let rest): return try chain(first, rest, in: context)
        }
    }

    /// Operators of one precedence, from left to right.
    private mutating func chain(
        _ first: Expression,
        _ rest: [Expression.Operand],
        in context: Context
    ) throws(XPathEvaluationError) -> Value {
        var left = try value(of: first, in: context)
        for operand in rest {
            // The right operands of these two are evaluated only if they matter.
            switch operand.binaryOperator {
            case .or where boolean(left): left = .boolean(true)
            case .and where !boolean(left): left = .boolean(false)
            case .or, .and: left = .boolean(boolean(try value(of: operand.expression, in: context)))
            default:
                let right = try value(of: operand.expression, in: context)
                left = try apply(operand.binaryOperator, left, right)
            }
        }
        return left
    }

    private mutating func apply(
        _ binaryOperator: BinaryOperator,
        _ left: Value,
        _ right: Value
    ) throws(XPathEvaluationError) -> Value {
        switch binaryOperator {
        case .add: .number(try number(left) + number(right))
        case .subtract: .number(try number(left) - number(right))
        case .multiply: .number(try number(left) * number(right))
        case .divide: .number(try number(left) / number(right))
        case .remainder: .number(try number(left).truncatingRemainder(dividingBy: number(right)))
        default: .boolean(try holds(left, binaryOperator, right))
        }
    }
}
