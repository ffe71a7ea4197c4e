import Foundation
import SQLiteReading
import SeededRandom
import Testing

@Suite("Databases are read row by row")
struct SQLiteDatabaseTests {
    private static func bytes(_ name: String) throws -> [UInt8] {
        let url = Bundle.module.bundleURL.appending(path: "Fixtures/\(name).db")
        return try Array(Data(contentsOf: url))
    }

    private static func rows(
        _ bytes: [UInt8],
        of table: String = "Files",
        _ columns: [String] = ["fileID", "domain", "relativePath", "flags"]
    ) throws(SQLiteError) -> [[SQLiteValue]] {
        var database = try SQLiteDatabase(byteCount: bytes.count) { offset, count in
            Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
        }
        var rows: [[SQLiteValue]] = []
        try database.forEachRow(of: table, columns: columns) { rows.append($0) }
        return rows
    }

    /// The row that `make.py` writes.
    private static func row(_ number: Int) -> [SQLiteValue] {
        let digits = String(number, radix: 16)
        let lengths = [0, 10, 0, 700, 0, 30, 3000]
        let flags: [Int64] = [
            0, 1, 2, -1, 127, -128, 300, 70_000, -8_388_608, 2_147_483_648, 140_737_488_355_328, .min,
        ]
        return [
            .text(String(repeating: "0", count: 40 - digits.count) + digits),
            .text("AppDomain-com.example.app\(number % 3)"),
            .text("Library/é/\(number)" + String(repeating: "x", count: lengths[number % 7])),
            .integer(flags[number % flags.count]),
        ]
    }

    @Test(
        "all rows are read, in pages of any size and where they go on in other pages",
        arguments: [("small-pages", 60), ("usual-pages", 40), ("largest-pages", 20)]
    )
    func rows(name: String, count: Int) throws {
        #expect(try Self.rows(Self.bytes(name)) == (0..<count).map(Self.row))
    }

    @Test("columns are known by their names, in any order and case")
    func columns() throws {
        let rows = try Self.rows(Self.bytes("small-pages"), of: "files", ["RELATIVEPATH", "fileid", "file"])
        #expect(rows == (0..<60).map { [Self.row($0)[2], Self.row($0)[0], .other] })
        #expect(try Self.rows(Self.bytes("small-pages"), of: "Properties", ["key"]).isEmpty)
    }

    @Test("rows that were removed are not there, and columns that were added are empty in older rows")
    func holes() throws {
        let rows = try Self.rows(
            Self.bytes("with-holes"),
            of: "Files",
            ["fileID", "domain", "relativePath", "flags", "added"]
        )
        // Rows of SQLite are counted from 1.
        let kept = (0..<50).filter { $0 % 2 == 0 }.map { Self.row($0) + [.null] }
        #expect(rows == kept + [[.text("f"), .null, .text("7"), .other, .text("new")]])
    }

    @Test("what cannot be read is refused by name")
    func refusals() throws {
        #expect(throws: SQLiteError.notADatabase) { try Self.rows([]) }
        #expect(throws: SQLiteError.notADatabase) { try Self.rows([UInt8](repeating: 7, count: 4096)) }
        #expect(throws: SQLiteError.unsupported("in UTF-16")) { try Self.rows(Self.bytes("utf16")) }
        let usual = try Self.bytes("usual-pages")
        #expect(throws: SQLiteError.noTable("Other")) { try Self.rows(usual, of: "Other") }
        #expect(throws: SQLiteError.noColumn("other")) { try Self.rows(usual, of: "Files", ["domain", "other"]) }
        #expect(throws: SQLiteError.damaged(page: 1)) { try Self.rows(Array(usual.prefix(2000))) }
        // The root of a table without row numbers is the node of an index.
        #expect(throws: SQLiteError.damaged(page: 2)) { try Self.rows(Self.bytes("without-rowid")) }
        var cut = try SQLiteDatabase(byteCount: usual.count) { $0 == 0 ? Array(usual.prefix($1)) : nil }
        #expect(throws: SQLiteError.unreadable(page: 2)) {
            try cut.forEachRow(of: "Files", columns: ["domain"]) { _ in }
        }
    }

    @Test("a definition in which commas may mean something else is refused", arguments: ["(4,2)", "/*,*/"])
    func definition(words: String) throws {
        var bytes = try Self.bytes("usual-pages")
        let text = Array("flags INTEGER".utf8)
        let start = try #require((0..<4096 - text.count).first { bytes[$0..<$0 + text.count].elementsEqual(text) })
        let other = Array("f \(words)".utf8)
        bytes.replaceSubrange(
            start..<start + text.count,
            with: other + [UInt8](repeating: 32, count: text.count - other.count)
        )
        #expect(throws: SQLiteError.unsupported("with a definition of its own kind")) { try Self.rows(bytes) }
    }

    @Test("a tree that leads back to itself ends")
    func circle() throws {
        var bytes = try Self.bytes("small-pages")
        let root = 512
        #expect(bytes[root] == 5)
        // The rightmost page below the root is the root.
        bytes.replaceSubrange(root + 8..<root + 12, with: [0, 0, 0, 2])
        #expect(throws: SQLiteError.self) { try Self.rows(bytes) }
    }

    @Test("rows that lie over each other are damage, not work")
    func overlap() throws {
        var bytes = try Self.bytes("largest-pages")
        let leaf = 65536
        #expect(bytes[leaf] == 13)
        let first = Array(bytes[leaf + 8..<leaf + 10])
        bytes.replaceSubrange(leaf + 3..<leaf + 5, with: [0x20, 0])
        for index in 0..<0x2000 { bytes.replaceSubrange(leaf + 8 + 2 * index..<leaf + 10 + 2 * index, with: first) }
        #expect(throws: SQLiteError.damaged(page: 2)) { try Self.rows(bytes) }
    }

    @Test("damage of any kind is an error or other rows", arguments: ["small-pages", "usual-pages", "with-holes"])
    func damage(name: String) throws {
        let bytes = try Self.bytes(name)
        var random = SeededGenerator(seed: 4)
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                // Headers of pages and of rows are where damage tells most.
                let page = Int.random(in: 0..<bytes.count / 512, using: &random) * 512
                let place = page + Int.random(in: 0..<(Bool.random(using: &random) ? 16 : 512), using: &random)
                damaged[place] = UInt8.random(in: .min ... .max, using: &random)
            }
            let rows = try? Self.rows(damaged)
            #expect(rows.map { $0.count <= bytes.count / 4 } ?? true)
        }
    }
}
