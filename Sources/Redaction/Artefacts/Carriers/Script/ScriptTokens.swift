import TextAlgorithms

/// The parts of a program in JavaScript, roughly: what it does, what it says, and what is said about it.
///
/// Every byte is in one of them, but for quotation marks. A quotation mark that nothing closes on its line is code.
struct ScriptTokens: IteratorProtocol {
    enum Token: Equatable {
        case code(Range<Int>)
        /// A string, or a part of a template, without quotation marks.
        case string(Range<Int>)
        case comment(Range<Int>)
        /// A regular expression, with its slashes.
        case expression(Range<Int>)
    }

    /// Words behind which a slash begins a regular expression.
    private static let wordsBeforeExpressions: Set<String> = [
        "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do",
    ]

    private let bytes: UnsafeRawBufferPointer
    private let end: Int
    private var offset: Int
    /// The braces that are open in each template round the offset.
    private var templates: [Int] = []
    private var waiting: Token?
    /// For each character that begins a literal, the offset up to which none of it ends: looked for once, however many begin.
    private var unclosed: [UInt8: Int] = [:]
    /// Whether a quotation mark, a comment or a template was not closed.
    private(set) var isMalformed = false

    /// Reads a range of `bytes`, which stay valid until the last token is read.
    init(_ range: Range<Int>, of bytes: UnsafeRawBufferPointer) {
        (self.bytes, offset, end) = (bytes, range.lowerBound, range.upperBound)
    }

    mutating func next() -> Token? {
        if let token = waiting.take() { return token }
        let start = offset
        while offset < end {
            let codeEnd = offset
            guard let token = nextLiteral() else { continue }
            guard start < codeEnd else { return token }
            waiting = token
            return .code(start..<codeEnd)
        }
        return start < end ? .code(start..<end) : nil
    }

    /// The string or comment that begins at the offset, which goes on behind it; nil, and one step on, if none does.
    private mutating func nextLiteral() -> Token? {
        switch bytes[offset] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return string()
        case UInt8(ascii: "`"):
            offset += 1
            return template()
        case UInt8(ascii: "/"): return slash()
        case UInt8(ascii: "{"): if !templates.isEmpty { templates[templates.count - 1] += 1 }
        case UInt8(ascii: "}"):
            if let open = templates.last {
                guard open > 0 else {
                    templates.removeLast()
                    offset += 1
                    return template()
                }
                templates[templates.count - 1] -= 1
            }
        default: break
        }
        offset += 1
        return nil
    }

    private mutating func string() -> Token? {
        let (quote, start) = (bytes[offset], offset + 1)
        guard offset >= unclosed[quote] ?? 0 else {
            offset = start
            return nil
        }
        var place = start
        while place < end, bytes[place] != quote, bytes[place] != UInt8(ascii: "\n") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard place < end, bytes[place] == quote else {
            isMalformed = true
            unclosed[quote] = place
            offset = start
            return nil
        }
        offset = place + 1
        return .string(start..<place)
    }

    /// The rest of a template up to its end, or to the next expression in it.
    private mutating func template() -> Token? {
        let start = offset
        while offset < end {
            switch bytes[offset] {
            case UInt8(ascii: "`"):
                offset += 1
                return .string(start..<offset - 1)
            case UInt8(ascii: "$") where offset + 1 < end && bytes[offset + 1] == UInt8(ascii: "{"):
                templates.append(0)
                offset += 2
                return .string(start..<offset - 2)
            case UInt8(ascii: "\\"): offset = min(offset + 2, end)
            default: offset += 1
            }
        }
        isMalformed = true
        return .string(start..<end)
    }

    private mutating func slash() -> Token? {
        let following = offset + 1 < end ? bytes[offset + 1] : 0
        let start = offset + 2
        if following == UInt8(ascii: "/") {
            offset = bytes[start..<end].firstIndex(of: UInt8(ascii: "\n")) ?? end
            return .comment(start..<offset)
        }
        if following == UInt8(ascii: "*") {
            var place = start
            while place + 1 < end, bytes[place] != UInt8(ascii: "*") || bytes[place + 1] != UInt8(ascii: "/") {
                place += 1
            }
            isMalformed = isMalformed || place + 1 >= end
            let close = place + 1 < end ? place : end
            offset = min(close + 2, end)
            return .comment(start..<close)
        }
        if offset >= unclosed[UInt8(ascii: "/")] ?? 0, beginsExpression, let token = expression() { return token }
        offset += 1
        return nil
    }

    /// Whether a slash at the offset begins a regular expression, by what stands in front of it.
    private var beginsExpression: Bool {
        guard let last = bytes[..<offset].lastIndex(where: { !$0.isASCIISpace }) else { return true }
        if "(,=:[!&|?{};+-*%~^<>".utf8.contains(bytes[last]) { return true }
        let word = bytes[...last].suffix(while: \.isASCIILetter)
        return Self.wordsBeforeExpressions.contains(String(decoding: word, as: UTF8.self))
    }

    /// The regular expression that begins at the offset; nil if nothing ends it on its line.
    private mutating func expression() -> Token? {
        var place = offset + 1
        var isInClass = false
        while place < end, bytes[place] != UInt8(ascii: "\n") {
            switch bytes[place] {
            case UInt8(ascii: "\\"): place += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "/") where !isInClass:
                let start = offset
                offset = place + 1
                return .expression(start..<offset)
            default: break
            }
            place += 1
        }
        unclosed[UInt8(ascii: "/")] = place
        return nil
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// The longest end of which all bytes are as `belongs` says.
    fileprivate func suffix(while belongs: (UInt8) -> Bool) -> Slice<UnsafeRawBufferPointer> {
        let start = lastIndex { !belongs($0) }.map { $0 + 1 } ?? startIndex
        return self[start...]
    }
}
