/// Why a database is not read.
public enum SQLiteError: Error, Equatable, CustomStringConvertible {
    /// The bytes are those of something else, or encrypted.
    case notADatabase
    /// It is a database, but of a form that is not read, in a few words.
    case unsupported(String)
    /// There is no such table.
    case noTable(String)
    /// The table has no such column.
    case noColumn(String)
    /// A page, counted from 1, is not what the format says.
    case damaged(page: Int)
    /// The bytes of a page, counted from 1, cannot be had.
    case unreadable(page: Int)

    /// The reason in a few words.
    public var description: String {
        switch self {
        case .notADatabase: "it is no SQLite database, or it is encrypted"
        case .unsupported(let form): "it is an SQLite database \(form), which is not read"
        case .noTable(let name): "it has no table \(name)"
        case .noColumn(let name): "its table has no column \(name)"
        case .damaged(let page): "page \(page) of the database is damaged"
        case .unreadable(let page): "page \(page) of the database cannot be read"
        }
    }
}
