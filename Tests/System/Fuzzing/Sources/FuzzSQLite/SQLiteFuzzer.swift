import Claims
import SQLiteReading

/// The entry that libFuzzer calls with an input: a database.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start else { return 0 }
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    for (table, columns) in [("Files", ["fileID", "relativePath"]), ("sqlite_sequence", ["name"])] {
        do throws(SQLiteError) {
            let rows = try rows(of: input, table, columns)
            claim(rows.allSatisfy { $0.count == columns.count }, "a row has as many values as columns are asked for")
            claim(rows.count <= input.count / 4, "each row takes room in the file")
        } catch {
            claimIsMessage(error.description)
        }
    }
    return 0
}

/// All rows of a table, with the claim that no more pages are read than the file has twice: for the list of tables, and for the table.
private func rows(of input: [UInt8], _ table: String, _ columns: [String]) throws(SQLiteError) -> [[SQLiteValue]] {
    var reads: [Int: Int] = [:]
    var database = try SQLiteDatabase(byteCount: input.count) { offset, count in
        reads[offset, default: 0] += 1
        return Array(input[min(offset, input.count)..<min(offset + count, input.count)])
    }
    var rows: [[SQLiteValue]] = []
    try database.forEachRow(of: table, columns: columns) { rows.append($0) }
    claim(reads.values.reduce(0, +) <= 2 * input.count / 512 + 1, "no page is read again and again")
    return rows
}
