extension Evaluator {
    /// The value of a call (XPath 1.0, section 4). The parser has checked the number of arguments and their types.
    mutating func call(
        _ function: Function,
        _ arguments: [Expression],
        in context: Context
    ) throws(XPathEvaluationError) -> Value {
        switch function {
        case .position: return .number(Double(context.position))
        case .last: return .number(Double(context.size))
        case .true: return .boolean(true)
        case .false: return .boolean(false)
        case .boolean: return .boolean(boolean(try argument(arguments, 0, in: context)))
        case .not: return .boolean(!boolean(try argument(arguments, 0, in: context)))
        case .count: return .number(Double(try nodeArgument(arguments, in: context).count))
        case .sum: return .number(try sum(of: try nodeArgument(arguments, in: context)))
        case .number: return .number(try number(try argument(arguments, 0, in: context)))
        case .floor: return .number(try number(try argument(arguments, 0, in: context)).rounded(.down))
        case .ceiling: return .number(try number(try argument(arguments, 0, in: context)).rounded(.up))
        case .round: return .number(try number(try argument(arguments, 0, in: context)).roundedHalfUp)
        case .name, .localName:
            return .string(try name(of: try nodeArgument(arguments, in: context).first))
        case .namespaceURI:
            _ = try nodeArgument(arguments, in: context)
            return .string(.empty)
        default: return try callOnStrings(function, arguments, in: context)
        }
    }

    /// The value of a call of a function on strings (XPath 1.0, section 4.2).
    private mutating func callOnStrings(
        _ function: Function,
        _ arguments: [Expression],
        in context: Context
    ) throws(XPathEvaluationError) -> Value {
        if function == .concat { return .string(try concatenation(of: arguments, in: context)) }
        let text = try text(try argument(arguments, 0, in: context))
        guard arguments.count > 1 else {
            switch function {
            case .stringLength: return .number(Double(try length(of: text)))
            case .normalizeSpace: return .string(try normalizingSpace(in: text))
            default: return .string(text)
            }
        }
        if function == .substring {
            let start = try number(try argument(arguments, 1, in: context)).roundedHalfUp
            guard arguments.count > 2 else { return .string(try substring(of: text, from: start, to: .infinity)) }
            let length = try number(try argument(arguments, 2, in: context)).roundedHalfUp
            return .string(try substring(of: text, from: start, to: start + length))
        }
        let other = try self.text(try argument(arguments, 1, in: context))
        switch function {
        case .startsWith: return .boolean(try starts(text, with: other))
        case .contains: return .boolean(try find(other, in: text) != nil)
        case .substringBefore: return .string(try find(other, in: text).map { text.slice(0..<$0) } ?? .empty)
        case .substringAfter:
            let end = try find(other, in: text).map { $0 + other.range.count }
            return .string(end.map { text.slice($0..<text.range.count) } ?? .empty)
        default:
            let replacements = try self.text(try argument(arguments, 2, in: context))
            return .string(try translate(text, from: other, to: replacements))
        }
    }

    /// The value of an argument, or the context node where there are none.
    private mutating func argument(
        _ arguments: [Expression],
        _ index: Int,
        in context: Context
    ) throws(XPathEvaluationError) -> Value {
        guard index < arguments.count else { return .nodes([context.node]) }
        return try value(of: arguments[index], in: context)
    }

    private mutating func nodeArgument(
        _ arguments: [Expression],
        in context: Context
    ) throws(XPathEvaluationError) -> [Node] {
        guard case .nodes(let nodes) = try argument(arguments, 0, in: context) else { return [] }
        return nodes
    }

    private mutating func sum(of nodes: [Node]) throws(XPathEvaluationError) -> Double {
        var sum = 0.0
        for node in nodes {
            sum += try number(.string(text(of: node)))
        }
        return sum
    }

    private mutating func name(of node: Node?) throws(XPathEvaluationError) -> Text {
        guard let node else { return .empty }
        let name = node.attribute.map { tree.attributes[$0].name } ?? tree.records[Int(node.record)].name
        return name < 0 ? .empty : try write(tree.names[Int(name)])
    }

    private mutating func concatenation(
        of arguments: [Expression],
        in context: Context
    ) throws(XPathEvaluationError) -> Text {
        var texts: [Text] = []
        for argument in arguments {
            texts.append(try text(try value(of: argument, in: context)))
        }
        return try concatenate(texts)
    }
}
