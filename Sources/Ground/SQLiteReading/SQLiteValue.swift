/// What a row has in a column.
public enum SQLiteValue: Equatable, Sendable {
    case null
    case integer(Int64)
    /// Text in UTF-8.
    case text(String)
    /// A number with a fraction, or bytes.
    case other

    /// The text; nil if it is none.
    public var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The whole number; nil if it is none.
    public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
}
