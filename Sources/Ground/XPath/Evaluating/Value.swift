/// What an expression is evaluated to (XPath 1.0, section 1).
enum Value {
    /// A set of nodes, in the order of the document, each once.
    case nodes([Node])
    case string(Text)
    case number(Double)
    case boolean(Bool)
}

/// A string: a range of the document's text or of what the evaluator wrote. It is UTF-8 as far as its source is.
struct Text {
    var source: Source
    var range: Range<Int>

    enum Source {
        /// The text of the document: ``ElementTree/text``.
        case document
        /// What the evaluator wrote: the literals of the expression and the strings that were computed.
        case written
    }

    static let empty = Text(source: .document, range: 0..<0)

    /// The part of the string at `bounds`, counted in bytes from its start.
    func slice(_ bounds: Range<Int>) -> Text {
        Text(source: source, range: range.lowerBound + bounds.lowerBound..<range.lowerBound + bounds.upperBound)
    }
}
