/// Division of an expression into its words.
///
/// Strategy: one pass over the Unicode scalars, the longest word first. The meaning of a `*` or a name is settled here, by the
/// word before it, so the parser sees no ambiguity.
struct Lexer {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    /// The place of the next scalar, in bytes of UTF-8.
    private var offset = 0
    private var tokens: [Token] = []

    static func tokens(of text: String) throws(XPathSyntaxError) -> [Token] {
        var lexer = Lexer(scalars: Array(text.unicodeScalars))
        return try lexer.run()
    }

    private init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    private mutating func run() throws(XPathSyntaxError) -> [Token] {
        while let scalar = peek() {
            if [" ", "\t", "\n", "\r"].contains(scalar) {
                advance()
            } else {
                let start = offset
                let kind = try readWord(startingWith: scalar)
                tokens.append(Token(kind: kind, offset: start))
            }
        }
        tokens.append(Token(kind: .end, offset: offset))
        return tokens
    }

    private mutating func readWord(startingWith scalar: Unicode.Scalar) throws(XPathSyntaxError) -> Token.Kind {
        switch scalar {
        case "\"", "'": return .string(try readString(quotedBy: scalar))
        case "0"..."9": return .number(readNumber())
        case "." where peek(1).map { ("0"..."9").contains($0) } ?? false: return .number(readNumber())
        case "*":
            advance()
            return tokens.last?.kind.endsOperand ?? false ? .operator(.multiply) : .wildcard
        case _ where NameCharacters.canStart(scalar): return try readNameOrOperator()
        default: return try readPunctuation()
        }
    }

    private mutating func readPunctuation() throws(XPathSyntaxError) -> Token.Kind {
        for length in [2, 1] where index + length <= scalars.count {
            let word = String(String.UnicodeScalarView(scalars[index..<index + length]))
            if let hint = ForeignSyntax.hint(forOperator: word) {
                throw failure(.unsupported("\"\(word)\"", hint: hint))
            }
            let symbol = Token.Symbol(rawValue: word).map(Token.Kind.symbol)
            guard let kind = symbol ?? BinaryOperator(rawValue: word).map(Token.Kind.operator) else { continue }
            advance(by: length)
            return kind
        }
        throw failure(.unexpected(expected: "a part of an XPath", found: shown(scalars[index])))
    }

    private mutating func readString(quotedBy quote: Unicode.Scalar) throws(XPathSyntaxError) -> String {
        guard let end = scalars[(index + 1)...].firstIndex(of: quote) else { throw failure(.unterminatedString) }
        let content = scalars[index + 1..<end]
        advance(by: end + 1 - index)
        return String(String.UnicodeScalarView(content))
    }

    private mutating func readNumber() -> Double {
        let start = index
        skipDigits()
        if peek() == "." {
            advance()
            skipDigits()
        }
        return scalars[start..<index].map { UInt8(ascii: $0) }.withUnsafeBytes(Double.init(xpath:))
    }

    private mutating func skipDigits() {
        while let scalar = peek(), ("0"..."9").contains(scalar) { advance() }
    }

    private mutating func readNameOrOperator() throws(XPathSyntaxError) -> Token.Kind {
        let start = offset
        let first = index
        while let scalar = peek(), NameCharacters.canContinue(scalar) { advance() }
        let name = String(String.UnicodeScalarView(scalars[first..<index]))
        if tokens.last?.kind.endsOperand ?? false {
            guard let binaryOperator = BinaryOperator(rawValue: name) else {
                throw failure(.unexpected(expected: "an operator", found: "\"\(name)\""), at: start)
            }
            return .operator(binaryOperator)
        }
        if peek() == ":", peek(1) != ":" {
            let hint = "page sources declare no namespaces; compare name() with the whole name"
            throw failure(.unsupported("the namespace prefix \"\(name):\"", hint: hint), at: start)
        }
        return .name(name)
    }

    private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        index + distance < scalars.count ? scalars[index + distance] : nil
    }

    private mutating func advance(by count: Int = 1) {
        for _ in 0..<count {
            offset += UTF8.width(scalars[index])
            index += 1
        }
    }

    private func shown(_ scalar: Unicode.Scalar) -> String {
        (0x21...0x7E).contains(scalar.value) ? "\"\(scalar)\"" : "U+" + String(scalar.value, radix: 16, uppercase: true)
    }

    private func failure(_ reason: XPathSyntaxError.Reason, at place: Int? = nil) -> XPathSyntaxError {
        XPathSyntaxError(reason: reason, offset: place ?? offset)
    }
}

/// Characters of a name (Namespaces in XML 1.0, production 4: a name of XML 1.0, fifth edition, without colons).
enum NameCharacters {
    static func canStart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.properties.isAlphabetic || scalar == "_" }
        return starts.contains { $0.contains(scalar.value) }
    }

    static func canContinue(_ scalar: Unicode.Scalar) -> Bool {
        if canStart(scalar) { return true }
        if scalar.isASCII { return ("0"..."9").contains(scalar) || scalar == "-" || scalar == "." }
        return [0xB7...0xB7, 0x300...0x36F, 0x203F...0x2040].contains { $0.contains(scalar.value) }
    }

    private static let starts: [ClosedRange<UInt32>] = [
        0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F,
        0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF,
    ]
}

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

    /// The word for messages; nil for the end.
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
