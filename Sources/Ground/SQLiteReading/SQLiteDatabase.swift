/// Reads the rows of a table of an SQLite database from its file, forwards and nothing else.
///
/// The format is that of <https://www.sqlite.org/fileformat2.html>. No more pages are read than the file has, so that none keeps it
/// going round; a page at a time is in memory. What a journal holds is not seen.
///
/// ```swift
/// var database = try SQLiteDatabase(byteCount: size) { offset, count in file.bytes(at: offset, count: count) }
/// try database.forEachRow(of: "Files", columns: ["domain", "relativePath"]) { row in … }
/// ```
public struct SQLiteDatabase {
    /// Reads bytes of the file: an offset and a count come in, and fewer bytes than that, or nil, where there are none.
    public typealias Reader = (_ offset: Int, _ count: Int) -> [UInt8]?

    private let read: Reader
    private let pageSize: Int
    /// Bytes of a page that are used.
    private let usableSize: Int
    private let pageCount: Int
    private var unreadPages: Int

    /// Most bytes of a row that are gathered for the columns that are asked for.
    private static let rowLimit = 1 << 16
    private static let headerByteCount = 100
    /// Bytes that every row takes in a page.
    private static let leastCellSize = 4

    /// Reads the header.
    ///
    /// - Parameters:
    ///   - byteCount: Bytes of the file.
    ///   - read: Reads some of them.
    /// - Throws: ``SQLiteError``.
    public init(byteCount: Int, read: @escaping Reader) throws(SQLiteError) {
        guard let bytes = read(0, Self.headerByteCount), bytes.count == Self.headerByteCount,
            bytes.starts(with: "SQLite format 3\0".utf8)
        else { throw .notADatabase }
        let header = Page(number: 1, bytes: bytes, start: 0)
        let size = try header.number(at: 16, bytes: 2)
        pageSize = size == 1 ? 1 << 16 : size
        usableSize = pageSize - (try header.number(at: 20, bytes: 1))
        guard pageSize.nonzeroBitCount == 1, pageSize >= 512, usableSize >= 480 else { throw .damaged(page: 1) }
        guard [0, 1].contains(try header.number(at: 56, bytes: 4)) else { throw .unsupported("in UTF-16") }
        pageCount = byteCount / pageSize
        unreadPages = pageCount
        self.read = read
    }

    /// Calls `body` with each row of a table, in their order.
    ///
    /// - Parameters:
    ///   - table: Its name.
    ///   - columns: The names of the columns of which a row has the values. One that is the number of the row is null in all, and
    ///     one with a default that was added later in older rows.
    ///   - body: Is given as many values as there are names of columns.
    /// - Throws: ``SQLiteError``.
    public mutating func forEachRow(
        of table: String,
        columns: [String],
        _ body: ([SQLiteValue]) -> Void
    ) throws(SQLiteError) {
        unreadPages = pageCount
        let (root, sql) = try definition(of: table)
        guard let names = Self.columnNames(in: sql) else { throw .unsupported("with a definition of its own kind") }
        var places: [Int] = []
        for column in columns {
            guard let place = names.firstIndex(of: column.lowercased()) else { throw .noColumn(column) }
            places.append(place)
        }
        try forEachRow(below: root, columns: places, body)
    }

    /// The root page of a table and the text of its definition, of the table that lists all tables.
    private mutating func definition(of table: String) throws(SQLiteError) -> (root: Int, sql: String) {
        var found: (Int64, String)?
        try forEachRow(below: 1, columns: [0, 1, 3, 4]) { row in
            guard row[0].text == "table", row[1].text?.lowercased() == table.lowercased(), let root = row[2].integer
            else {
                return
            }
            found = (root, row[3].text ?? "")
        }
        guard let found else { throw .noTable(table) }
        guard (2...Int64(max(pageCount, 2))).contains(found.0) else { throw .damaged(page: 1) }
        return (Int(found.0), found.1)
    }

    /// The names of columns in `CREATE TABLE name (name type, …)`, in lowercase; nil for a definition with more parentheses, or with
    /// comments, in which a comma may mean something else.
    private static func columnNames(in sql: String) -> [String]? {
        guard let open = sql.firstIndex(of: "("), !sql.contains("--"), !sql.contains("/*"),
            sql.utf8.count(where: { $0 == UInt8(ascii: "(") }) == 1
        else { return nil }
        return sql[sql.index(after: open)...].split(separator: ",").map { column in
            let name = column.drop(while: \.isWhitespace).prefix { !$0.isWhitespace && $0 != ")" }
            return name.trimming { "\"`[]'".contains($0) }.lowercased()
        }
    }

    private mutating func forEachRow(
        below root: Int,
        columns: [Int],
        _ body: ([SQLiteValue]) -> Void
    ) throws(SQLiteError) {
        var open = [root]
        while let number = open.popLast() {
            let page = try page(number)
            switch try page.kind() {
            case .interior:
                open += try page.children().reversed()
                guard open.count <= unreadPages else { throw .damaged(page: number) }
            case .leaf:
                // Rows of a page lie beside each other: a page that says otherwise would cost more than it has bytes.
                var room = usableSize
                for cell in try page.cells(.leaf) { body(try row(at: cell, in: page, columns, taking: &room)) }
            }
        }
    }

    private mutating func page(_ number: Int) throws(SQLiteError) -> Page {
        guard (1...max(pageCount, 1)).contains(number), unreadPages > 0 else { throw .damaged(page: number) }
        unreadPages -= 1
        guard let bytes = read((number - 1) * pageSize, pageSize), bytes.count == pageSize else {
            throw .unreadable(page: number)
        }
        let start = number == 1 ? Self.headerByteCount : 0
        return Page(number: number, bytes: Array(bytes.prefix(usableSize)), start: start)
    }

    /// The values of a row, whose cell lies at an offset of a page that has `room` for so many bytes more.
    private mutating func row(
        at cell: Int,
        in page: Page,
        _ columns: [Int],
        taking room: inout Int
    ) throws(SQLiteError) -> [SQLiteValue] {
        let length = try page.variableNumber(at: cell)
        let start = try page.variableNumber(at: length.end).end
        guard length.number >= 0 else { throw .damaged(page: page.number) }
        let local = localByteCount(ofRow: length.number)
        room -= max(start - cell + local, Self.leastCellSize)
        guard start + local <= page.bytes.count, room >= 0 else { throw .damaged(page: page.number) }
        var payload = Array(page.bytes[start..<start + local])
        var next = local < length.number ? try page.number(at: start + local, bytes: 4) : 0
        // A header that goes on in other pages is one of more columns than anybody asks for.
        guard let header = RecordHeader(payload, length: length.number, columns: (columns.max() ?? 0) + 1) else {
            throw .damaged(page: page.number)
        }
        let end = header.end(of: columns)
        guard end <= Self.rowLimit else { throw .unsupported("with rows of more than 64 KiB") }
        while payload.count < end {
            let more = try self.page(next)
            next = try more.number(at: more.start, bytes: 4)
            payload += more.bytes.dropFirst(more.start + 4).prefix(length.number - payload.count)
        }
        return columns.map { header.value(of: $0, in: payload) }
    }

    /// How many bytes of a row lie in the page of its table, as sections 1.6 and 2 of the format tell.
    private func localByteCount(ofRow length: Int) -> Int {
        let most = usableSize - 35
        guard length > most else { return length }
        let least = (usableSize - 12) * 32 / 255 - 23
        let count = least + (length - least) % (usableSize - 4)
        return count <= most ? count : least
    }
}

extension Substring {
    /// Without the characters at either end that are like this.
    fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
        var text = drop(while: isTrimmed)
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return text
    }
}
