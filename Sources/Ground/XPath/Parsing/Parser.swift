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

    var next: Token { tokens[index] }

    var following: Token.Kind { tokens[min(index + 1, tokens.count - 1)].kind }

    mutating func advance() {
        index = min(index + 1, tokens.count - 1)
    }

    mutating func skip(_ symbol: Token.Symbol) -> Bool {
        guard next.kind == .symbol(symbol) else { return false }
        advance()
        return true
    }

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

    func unexpected(_ expected: String) -> XPathSyntaxError {
        failure(.unexpected(expected: expected, found: next.kind.shown))
    }

    func failure(_ reason: XPathSyntaxError.Reason, at token: Token? = nil) -> XPathSyntaxError {
        XPathSyntaxError(reason: reason, offset: (token ?? next).offset)
    }
}

/// Syntax of a later XPath or of another language, with its counterpart here.
enum ForeignSyntax {
    /// The counterpart of an operator that XPath 1.0 does not have, if known.
    static func hint(forOperator name: String) -> String? {
        switch name {
        case "==": "write ="
        case "&&": "write and"
        case "||": "write or to combine conditions, concat() to join strings"
        case "<>": "write !="
        case "$": "a policy defines no variables; write the value itself"
        default: nil
        }
    }

    /// The counterpart of a function that XPath 1.0 does not have, or that has no meaning in a page source, if known.
    static func hint(forFunction name: String) -> String? {
        switch name {
        case "matches", "replace", "tokenize": "XPath 1.0 has no regular expressions; use contains() or starts-with()"
        case "lower-case": "write translate(…, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')"
        case "upper-case": "write translate(…, 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')"
        case "ends-with":
            "write substring(@name, string-length(@name) - string-length('end') + 1) = 'end' for @name and 'end'"
        case "string-join": "write concat()"
        case "exists": "a predicate is true if its path selects anything; write the path alone"
        case "empty": "write not()"
        case "min", "max", "avg", "abs", "distinct-values", "compare", "index-of", "reverse", "subsequence":
            "it is part of XPath 2.0; only XPath 1.0 is supported"
        case "id": "a page source declares no IDs; compare an attribute, as in //*[@resource-id='…']"
        case "lang": "a page source declares no languages"
        default: nil
        }
    }

    /// The counterpart of a test for nodes that a page source does not have, if known.
    static func hint(forNodeTest name: String) -> String? {
        switch name {
        case "text": "a page source holds its texts in attributes; compare one, such as @label, @value or @text"
        case "comment", "processing-instruction": "only elements and their attributes are known"
        default: nil
        }
    }
}
