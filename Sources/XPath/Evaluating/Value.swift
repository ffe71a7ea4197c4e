/// What an expression is evaluated to (XPath 1.0, section 1).
enum Value {
    /// In the order of the document, each once.
    case nodes([Node])
    case string(Text)
    case number(Double)
    case boolean(Bool)
}

/// A string: a range of bytes that somebody else holds. As what it was taken from, it is UTF-8.
struct Text {
    var source: Source
    var range: Range<Int>

    enum Source {
        /// ``ElementTree/text``.
        case document
        /// What the evaluator wrote: the literals of the expression and the strings that were computed.
        case written
    }

    static let empty = Text(source: .document, range: 0..<0)

    /// The part of it at `bounds`, counted in bytes from its start.
    func slice(_ bounds: Range<Int>) -> Text {
        Text(source: source, range: range.lowerBound + bounds.lowerBound..<range.lowerBound + bounds.upperBound)
    }
}
