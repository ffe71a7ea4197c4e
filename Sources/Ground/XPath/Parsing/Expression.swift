/// An expression, parsed. Its depth is bounded by the parser; chains of operators are flat, however long.
indirect enum Expression: Sendable {
    /// Operators of one precedence, applied from left to right.
    case chain(first: Expression, rest: [Operand])
    case negation(Expression)
    case union([Path])
    case path(Path)
    /// A range of ``XPath/literals``, in bytes of UTF-8.
    case string(Range<Int>)
    case number(Double)
    case call(Function, [Expression])

    /// An operator and what stands on its right.
    struct Operand: Sendable {
        var binaryOperator: BinaryOperator
        var expression: Expression
    }
}

/// Where to start and which steps to take from there.
struct Path: Sendable {
    var start: Start
    var steps: [Step] = []
    /// The number of this path, counted from 0, among those that start at the document and so lead to the same nodes
    /// whatever they are evaluated for. Nil for any other path.
    var constantNumber: Int?

    enum Start: Sendable {
        /// The node that the expression is evaluated for.
        case context
        /// The document, whatever the expression is evaluated for.
        case document
        /// The nodes of an expression, filtered.
        case filter(Expression, [Predicate])
    }
}

/// A step of a path: from a node along an axis to the nodes there that pass a test and all predicates.
struct Step: Sendable {
    var axis: Axis
    var test: NodeTest
    var predicates: [Predicate] = []

    /// Whether a node's place among its fellows matters, so that they have to be counted for each context node anew.
    var isPositional: Bool { predicates.contains { $0.isPositional } }
}

/// A condition in brackets that a step's nodes have to meet.
struct Predicate: Sendable {
    var expression: Expression
    /// Whether the condition is a number, which stands for a position, or may ask for the position or for how many
    /// nodes there are.
    var isPositional: Bool
}

/// What a step takes of an axis (XPath 1.0, section 2.3).
enum NodeTest: Sendable {
    /// All nodes on the axis, written `node()`.
    case any
    /// All nodes of the axis's principal kind, written `*`.
    case everyName
    /// The nodes of one name, which is an index in ``XPath/names``.
    case name(Int)
}

/// The directions of steps (XPath 1.0, section 2.2) without `namespace`.
enum Axis: String, Sendable {
    case ancestor
    case ancestorOrSelf = "ancestor-or-self"
    case attribute
    case child
    case descendant
    case descendantOrSelf = "descendant-or-self"
    case following
    case followingSibling = "following-sibling"
    case parent
    case preceding
    case precedingSibling = "preceding-sibling"
    case `self`

    /// Whether the axis goes against the order of the document.
    var isReverse: Bool {
        switch self {
        case .ancestor, .ancestorOrSelf, .preceding, .precedingSibling: true
        default: false
        }
    }
}

/// The operators between two values (XPath 1.0, sections 3.4 and 3.5). The union `|`, which is between two sets of
/// nodes, is a symbol instead.
enum BinaryOperator: String, Sendable {
    case or
    case and
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "div"
    case remainder = "mod"

    /// How tightly the operator binds: operands go to the operator with the higher number.
    var precedence: Int {
        switch self {
        case .or: 0
        case .and: 1
        case .equal, .notEqual: 2
        case .less, .lessOrEqual, .greater, .greaterOrEqual: 3
        case .add, .subtract: 4
        case .multiply, .divide, .remainder: 5
        }
    }
}
