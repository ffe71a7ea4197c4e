/// A word of the language (XPath 1.0, section 3.7).
struct Token {
    let kind: Kind
    /// Where the word begins, in bytes from the start of the expression.
    let offset: Int

    enum Kind: Equatable {
        /// A bracket, a separator or a step: `( ) [ ] . .. @ , :: / // |`.
        case symbol(Symbol)
        /// An operator between two operands; `-` also stands before one.
        case `operator`(BinaryOperator)
        /// The `*` that stands for every name.
        case wildcard
        case name(String)
        case string(String)
        case number(Double)
        case end
    }

    enum Symbol: String {
        case leftParenthesis = "("
        case rightParenthesis = ")"
        case leftBracket = "["
        case rightBracket = "]"
        case dot = "."
        case doubleDot = ".."
        case at = "@"
        case comma = ","
        case doubleColon = "::"
        case slash = "/"
        case doubleSlash = "//"
        case bar = "|"
    }
}

extension Token.Kind {
    /// Whether an operand may end here, so that a `*` or a name that follows is an operator (section 3.7).
    var endsOperand: Bool {
        switch self {
        case .symbol(let symbol): [.rightParenthesis, .rightBracket, .dot, .doubleDot].contains(symbol)
        case .wildcard, .name, .string, .number: true
        case .operator, .end: false
        }
    }

    /// The word as messages show it, or nil for the end.
    var shown: String? {
        switch self {
        case .symbol(let symbol): "\"\(symbol.rawValue)\""
        case .operator(let binaryOperator): "\"\(binaryOperator.rawValue)\""
        case .wildcard: "\"*\""
        case .name(let name): "\"\(name)\""
        case .string: "a string"
        case .number: "a number"
        case .end: nil
        }
    }
}
