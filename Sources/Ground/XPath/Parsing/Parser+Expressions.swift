extension Parser {
    /// Parses the whole text: one expression that may select elements.
    mutating func parseExpressionOfElements() throws(XPathSyntaxError) -> Expression {
        let start = next
        let expression = try parseExpression()
        guard next.kind == .end else { throw unexpected("an operator or the end") }
        let paths: [Path]
        switch expression {
        case .path(let path): paths = [path]
        case .union(let united): paths = united
        default: throw failure(.notElements(expression.type.shown), at: start)
        }
        for path in paths {
            let kinds = path.kinds(from: .document)
            guard !kinds.contains(.element) else { continue }
            throw failure(.notElements(kinds.shown), at: start)
        }
        return expression
    }

    /// Parses `Expr`: operands, and between them operators that bind at least as tightly as `minimum`.
    mutating func parseExpression(minimum: Int = 0) throws(XPathSyntaxError) -> Expression {
        var left = try parseUnary()
        // A thousand operators of one precedence in a row are one chain, not a thousand levels.
        var rest: [Expression.Operand] = []
        while case .operator(let binaryOperator) = next.kind, binaryOperator.precedence >= minimum {
            if let last = rest.last, last.binaryOperator.precedence != binaryOperator.precedence {
                left = .chain(first: left, rest: rest)
                rest = []
            }
            advance()
            let right = try parseExpression(minimum: binaryOperator.precedence + 1)
            rest.append(Expression.Operand(binaryOperator: binaryOperator, expression: right))
        }
        return rest.isEmpty ? left : .chain(first: left, rest: rest)
    }

    /// Parses `UnaryExpr`: any number of minus signs and what follows them.
    private mutating func parseUnary() throws(XPathSyntaxError) -> Expression {
        var signs = 0
        while next.kind == .operator(.subtract) {
            advance()
            signs += 1
        }
        let operand = try parseUnion()
        // Two signs leave the number that the operand is converted to.
        guard signs > 0 else { return operand }
        return signs.isMultiple(of: 2) ? .call(.number, [operand]) : .negation(operand)
    }

    private mutating func parseUnion() throws(XPathSyntaxError) -> Expression {
        let start = next
        let first = try parsePath()
        guard next.kind == .symbol(.bar) else { return first }
        var paths = [try path(of: first, at: start)]
        while skip(.bar) {
            let start = next
            paths.append(try path(of: try parsePath(), at: start))
        }
        return .union(paths)
    }

    /// `expression` as a path, which a set of nodes in parentheses becomes when it is united with others.
    private func path(of expression: Expression, at start: Token) throws(XPathSyntaxError) -> Path {
        guard expression.type == .nodes else { throw failure(.notNodes, at: start) }
        if case .path(let path) = expression { return path }
        return Path(start: .filter(expression, []))
    }

    /// Parses `PrimaryExpr`: parentheses, a string, a number or a call.
    mutating func parsePrimary() throws(XPathSyntaxError) -> Expression {
        let token = next
        advance()
        switch token.kind {
        case .string(let string): return .string(store(string))
        case .number(let number): return .number(number)
        case .name(let name): return try parseCall(of: name, at: token)
        default:
            let expression = try enter { (parser) throws(XPathSyntaxError) in try parser.parseExpression() }
            try expect(.rightParenthesis)
            return expression
        }
    }

    private mutating func parseCall(of name: String, at token: Token) throws(XPathSyntaxError) -> Expression {
        guard let function = Function(rawValue: name) else {
            guard let hint = ForeignSyntax.hint(forFunction: name) else {
                throw failure(.unknownFunction(name), at: token)
            }
            throw failure(.unsupported("\(name)()", hint: hint), at: token)
        }
        try expect(.leftParenthesis)
        var arguments: [Expression] = []
        while !skip(.rightParenthesis) {
            if !arguments.isEmpty { try expect(.comma) }
            let start = next
            let argument = try enter { (parser) throws(XPathSyntaxError) in try parser.parseExpression() }
            guard !function.takesNodes || argument.type == .nodes else { throw failure(.notNodes, at: start) }
            arguments.append(argument)
        }
        guard function.arity.contains(arguments.count) else {
            throw failure(.argumentCount(function: name, expected: function.arity.shown), at: token)
        }
        return .call(function, arguments)
    }
}

extension ValueType {
    fileprivate var shown: String {
        switch self {
        case .nodes: "nodes"
        case .string: "a string"
        case .number: "a number"
        case .boolean: "true or false"
        }
    }
}

extension NodeKinds {
    fileprivate var shown: String {
        if contains(.attribute) { return "attributes" }
        return contains(.document) ? "the whole document" : "nothing on any document"
    }
}

extension ClosedRange<Int> {
    /// The range as a number of arguments for messages: `2 arguments`, `2 to 3 arguments`.
    fileprivate var shown: String {
        if upperBound == .max { return "\(lowerBound) or more arguments" }
        let noun = upperBound == 1 ? "argument" : "arguments"
        return lowerBound == upperBound ? "\(upperBound) \(noun)" : "\(lowerBound) to \(upperBound) \(noun)"
    }
}
