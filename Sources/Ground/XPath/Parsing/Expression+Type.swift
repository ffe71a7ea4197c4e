/// Types of the language (XPath 1.0, section 1). Without variables, each expression has one that is known beforehand.
enum ValueType {
    case nodes
    case string
    case number
    case boolean
}

extension Expression {
    var type: ValueType {
        switch self {
        case .union, .path: .nodes
        case .string: .string
        case .number, .negation: .number
        case .call(let function, _): function.type
        case .chain(_, let rest): (rest.first?.binaryOperator.precedence ?? 0) < 4 ? .boolean : .number
        }
    }

    /// Whether the expression's value may depend on the position of the context node.
    var asksForPosition: Bool {
        switch self {
        case .string, .number: false
        case .negation(let expression): expression.asksForPosition
        case .chain(let first, let rest): first.asksForPosition || rest.contains { $0.expression.asksForPosition }
        case .call(let function, let arguments):
            function == .position || function == .last || arguments.contains { $0.asksForPosition }
        case .path(let path): path.asksForPosition
        case .union(let paths): paths.contains { $0.asksForPosition }
        }
    }
}

extension Path {
    /// Predicates have nodes and positions of their own, so only the start can ask.
    fileprivate var asksForPosition: Bool {
        guard case .filter(let expression, _) = start else { return false }
        return expression.asksForPosition
    }

    /// The kinds of nodes that the path may lead to from a node of `context`.
    func kinds(from context: NodeKinds) -> NodeKinds {
        let start: NodeKinds =
            switch start {
            case .context: context
            case .document: .document
            case .filter(let expression, _): expression.kinds(from: context)
            }
        return steps.reduce(start) { $1.kinds(from: $0) }
    }
}

extension Expression {
    /// The kinds of nodes that the expression may select; none if its value is no set of nodes.
    fileprivate func kinds(from context: NodeKinds) -> NodeKinds {
        switch self {
        case .path(let path): path.kinds(from: context)
        case .union(let paths): paths.reduce([]) { $0.union($1.kinds(from: context)) }
        default: []
        }
    }
}

struct NodeKinds: OptionSet {
    let rawValue: UInt8

    static let document = NodeKinds(rawValue: 1)
    static let element = NodeKinds(rawValue: 2)
    static let attribute = NodeKinds(rawValue: 4)
}

extension Step {
    fileprivate func kinds(from context: NodeKinds) -> NodeKinds {
        let reached: NodeKinds =
            switch axis {
            case .self: context
            case .attribute: context.contains(.element) ? .attribute : []
            case .child, .descendant: context.isDisjoint(with: [.document, .element]) ? [] : .element
            case .descendantOrSelf: context.isDisjoint(with: [.document]) ? context : context.union(.element)
            case .parent, .ancestor: context.isDisjoint(with: [.element, .attribute]) ? [] : [.document, .element]
            case .ancestorOrSelf:
                context.isDisjoint(with: [.element, .attribute]) ? context : context.union([.document, .element])
            case .following, .preceding: context.isDisjoint(with: [.element, .attribute]) ? [] : .element
            case .followingSibling, .precedingSibling: context.contains(.element) ? .element : []
            }
        if case .any = test { return reached }
        return reached.intersection(axis == .attribute ? .attribute : .element)
    }
}
