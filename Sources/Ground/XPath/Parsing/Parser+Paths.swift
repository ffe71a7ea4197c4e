extension Parser {
    /// Parses `PathExpr`: a location path, or a primary expression followed by predicates and steps.
    mutating func parsePath() throws(XPathSyntaxError) -> Expression {
        if startsPrimary { return try parseFilter() }
        var path = Path(start: .context)
        if skip(.slash) {
            path = makeConstantPath()
            guard startsStep else { return .path(path) }
        } else if next.kind == .symbol(.doubleSlash) {
            return .path(try parseSteps(behind: makeConstantPath()))
        }
        path.append(try parseStep())
        return .path(try parseSteps(behind: path))
    }

    private mutating func parseFilter() throws(XPathSyntaxError) -> Expression {
        let start = next
        let primary = try parsePrimary()
        let predicates = try parsePredicates()
        let hasSteps = next.kind == .symbol(.slash) || next.kind == .symbol(.doubleSlash)
        guard hasSteps || !predicates.isEmpty else { return primary }
        guard primary.type == .nodes else { throw failure(.notNodes, at: start) }
        return .path(try parseSteps(behind: Path(start: .filter(primary, predicates))))
    }

    private mutating func parseSteps(behind path: Path) throws(XPathSyntaxError) -> Path {
        var path = path
        while true {
            if skip(.doubleSlash) {
                path.append(Step(axis: .descendantOrSelf, test: .any))
            } else if !skip(.slash) {
                return path
            }
            path.append(try parseStep())
        }
    }

    /// Parses `Step`: an axis, a node test and predicates, or one of `.` and `..`.
    private mutating func parseStep() throws(XPathSyntaxError) -> Step {
        if skip(.dot) { return Step(axis: .self, test: .any) }
        if skip(.doubleDot) { return Step(axis: .parent, test: .any) }
        let axis = try parseAxis()
        let test = try parseNodeTest()
        return Step(axis: axis, test: test, predicates: try parsePredicates())
    }

    /// Parses `AxisSpecifier`: a name with `::`, an `@`, or nothing for the children.
    private mutating func parseAxis() throws(XPathSyntaxError) -> Axis {
        if skip(.at) { return .attribute }
        guard case .name(let name) = next.kind, following == .symbol(.doubleColon) else { return .child }
        guard let axis = Axis(rawValue: name) else {
            guard name == "namespace" else { throw failure(.unknownAxis(name)) }
            throw failure(.unsupported("the namespace axis", hint: "page sources declare no namespaces"))
        }
        advance()
        advance()
        return axis
    }

    private mutating func parseNodeTest() throws(XPathSyntaxError) -> NodeTest {
        let token = next
        switch token.kind {
        case .wildcard:
            advance()
            return .everyName
        case .name(let name) where following == .symbol(.leftParenthesis):
            guard name == "node" else {
                guard let hint = ForeignSyntax.hint(forNodeTest: name) else {
                    throw failure(.unexpected(expected: "a name, \"*\" or node()", found: "\(name)()"))
                }
                throw failure(.unsupported("\(name)()", hint: hint))
            }
            advance()
            advance()
            try expect(.rightParenthesis)
            return .any
        case .name(let name):
            advance()
            return .name(intern(name))
        default:
            throw unexpected("a step, such as a name or \"*\"")
        }
    }

    private mutating func parsePredicates() throws(XPathSyntaxError) -> [Predicate] {
        var predicates: [Predicate] = []
        while skip(.leftBracket) {
            let expression = try enter { (parser) throws(XPathSyntaxError) in try parser.parseExpression() }
            try expect(.rightBracket)
            let isPositional = expression.type == .number || expression.asksForPosition
            predicates.append(Predicate(expression: expression, isPositional: isPositional))
        }
        return predicates
    }

    /// Whether the next word begins an expression in front of a path's steps.
    private var startsPrimary: Bool {
        switch next.kind {
        case .string, .number, .symbol(.leftParenthesis): true
        case .name(let name):
            following == .symbol(.leftParenthesis) && name != "node" && ForeignSyntax.hint(forNodeTest: name) == nil
        default: false
        }
    }

    private var startsStep: Bool {
        switch next.kind {
        case .name, .wildcard, .symbol(.at), .symbol(.dot), .symbol(.doubleDot): true
        default: false
        }
    }
}

extension Path {
    /// Appends `step`, or what leads to the same nodes with less work:
    /// - `.` leads nowhere else.
    /// - `//name` are the descendants of that name, unless the children of each node have to be counted.
    fileprivate mutating func append(_ step: Step) {
        if step.axis == .self, case .any = step.test, step.predicates.isEmpty { return }
        if step.axis == .child, !step.isPositional, let last = steps.last, last.axis == .descendantOrSelf,
            case .any = last.test, last.predicates.isEmpty
        {
            steps.removeLast()
            steps.append(Step(axis: .descendant, test: step.test, predicates: step.predicates))
        } else {
            steps.append(step)
        }
    }
}
