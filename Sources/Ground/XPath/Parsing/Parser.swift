/// The parser: recursive descent over the words, one function a rule of the grammar (XPath 1.0, sections 2 and 3).
///
/// - Each function starts at the first word of what it reads and ends behind the last one.
/// - Recursion goes through brackets alone, besides a few levels of operators; `enter` bounds it.
/// - Types are known while parsing, so whatever can never be evaluated to elements is refused here.
struct Parser {
    private let tokens: [Token]
    private var index = 0
    private var depth = 0
    private var nameIndices: [String: Int] = [:]
    private(set) var names: [String] = []
    private(set) var literals = ""
    private(set) var constantCount = 0

    init(_ text: String) throws(XPathSyntaxError) {
        let limit = XPath.maximumByteCount
        guard text.utf8.count <= limit else { throw XPathSyntaxError(reason: .tooLong(limit: limit), offset: limit) }
        tokens = try Lexer.tokens(of: text)
    }

    /// The word to be read next. The last one, the end, is never passed.
    var next: Token { tokens[index] }

    /// The kind of the word after the next one.
    var following: Token.Kind { tokens[min(index + 1, tokens.count - 1)].kind }

    mutating func advance() {
        index = min(index + 1, tokens.count - 1)
    }

    /// Passes `symbol` if it is what comes next.
    mutating func skip(_ symbol: Token.Symbol) -> Bool {
        guard next.kind == .symbol(symbol) else { return false }
        advance()
        return true
    }

    /// Passes `symbol`, which has to come next.
    mutating func expect(_ symbol: Token.Symbol) throws(XPathSyntaxError) {
        guard skip(symbol) else { throw unexpected("\"\(symbol.rawValue)\"") }
    }

    /// Reads an expression between brackets that `read` knows of.
    mutating func enter<Result>(
        _ read: (inout Parser) throws(XPathSyntaxError) -> Result
    ) throws(XPathSyntaxError) -> Result {
        guard depth < XPath.maximumDepth else { throw failure(.tooDeep(limit: XPath.maximumDepth)) }
        depth += 1
        defer { depth -= 1 }
        return try read(&self)
    }

    /// The index of `name` among the names of the expression, to which it is added if it is new.
    mutating func intern(_ name: String) -> Int {
        if let index = nameIndices[name] { return index }
        nameIndices[name] = names.count
        names.append(name)
        return names.count - 1
    }

    /// Appends `string` to the literals of the expression, and returns its place there in bytes of UTF-8.
    mutating func store(_ string: String) -> Range<Int> {
        let start = literals.utf8.count
        literals += string
        return start..<literals.utf8.count
    }

    /// A path that starts at the document, without steps.
    mutating func makeConstantPath() -> Path {
        defer { constantCount += 1 }
        return Path(start: .document, constantNumber: constantCount)
    }

    /// The error for something else than `expected`.
    func unexpected(_ expected: String) -> XPathSyntaxError {
        failure(.unexpected(expected: expected, found: next.kind.shown))
    }

    /// The error for `reason` at `token`, or at the next word if there is none.
    func failure(_ reason: XPathSyntaxError.Reason, at token: Token? = nil) -> XPathSyntaxError {
        XPathSyntaxError(reason: reason, offset: (token ?? next).offset)
    }
}
