import BoundedWork

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
