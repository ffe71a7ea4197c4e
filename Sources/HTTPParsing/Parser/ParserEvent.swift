public import HTTPTypes

/// What the parser found next.
///
/// A request is one `head`, any number of `body` and one `end`.
public enum ParserEvent: Sendable, Hashable {
    /// All input was taken and more is needed.
    case needsMoreBytes

    /// A whole head.
    case head(RequestHead)

    /// Bytes of the body, at these places of the input.
    case body(Range<Int>)

    /// The request is complete. The trailer is empty unless the body was chunked and had one.
    case end(trailer: HTTPFields)
}
