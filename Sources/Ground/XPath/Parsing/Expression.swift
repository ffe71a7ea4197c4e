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

    struct Operand: Sendable {
        var binaryOperator: BinaryOperator
        var expression: Expression
    }
}

/// A start, and the steps from there.
struct Path: Sendable {
    var start: Start
    var steps: [Step] = []
    /// The number of this path, counted from 0, among those that start at the document and so always lead to the same nodes. Nil
    /// for any other path.
    var constantNumber: Int?

    enum Start: Sendable {
        /// The node that the expression is evaluated for.
        case context
        /// The document, whatever the expression is evaluated for.
        case document
        case filter(Expression, [Predicate])
    }
}

/// A step of a path: from a node along an axis to the nodes there that pass a test and all predicates.
struct Step: Sendable {
    var axis: Axis
    var test: NodeTest
    var predicates: [Predicate] = []

    /// Whether a node's position matters, so that positions have to be counted for each context node anew.
    var isPositional: Bool { predicates.contains { $0.isPositional } }
}

/// A condition in brackets that a step's nodes have to meet.
struct Predicate: Sendable {
    var expression: Expression
    /// Whether the condition is a number, which stands for a position, or may ask for the position or the number of nodes.
    var isPositional: Bool
}

/// Selection of a step on its axis (XPath 1.0, section 2.3).
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

    /// Precedence of the operator: operands go to the operator with the higher number.
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

/// The core function library (XPath 1.0, section 4) without `id` and `lang`.
enum Function: String, Sendable {
    case last
    case position
    case count
    case localName = "local-name"
    case namespaceURI = "namespace-uri"
    case name
    case string
    case concat
    case startsWith = "starts-with"
    case contains
    case substringBefore = "substring-before"
    case substringAfter = "substring-after"
    case substring
    case stringLength = "string-length"
    case normalizeSpace = "normalize-space"
    case translate
    case boolean
    case not
    case `true`
    case `false`
    case number
    case sum
    case floor
    case ceiling
    case round

    var arity: ClosedRange<Int> {
        switch self {
        case .last, .position, .true, .false: 0...0
        case .localName, .namespaceURI, .name, .string, .stringLength, .normalizeSpace, .number: 0...1
        case .count, .boolean, .not, .sum, .floor, .ceiling, .round: 1...1
        case .startsWith, .contains, .substringBefore, .substringAfter: 2...2
        case .substring: 2...3
        case .translate: 3...3
        case .concat: 2...Int.max
        }
    }

    var takesNodes: Bool {
        switch self {
        case .count, .sum, .localName, .namespaceURI, .name: true
        default: false
        }
    }

    var type: ValueType {
        switch self {
        case .last, .position, .count, .stringLength, .number, .sum, .floor, .ceiling, .round: .number
        case .boolean, .not, .true, .false, .startsWith, .contains: .boolean
        case .localName, .namespaceURI, .name, .string, .concat, .substringBefore, .substringAfter, .substring,
            .normalizeSpace, .translate:
            .string
        }
    }
}
