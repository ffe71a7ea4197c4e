/// What the beginning of a row says of its columns, up to the last that is asked for.
struct RecordHeader {
    /// For each column, its serial type and where its bytes are.
    private let columns: [(type: Int, range: Range<Int>)]

    /// Takes the header of a row apart.
    ///
    /// - Parameters:
    ///   - payload: The first bytes of the row.
    ///   - length: Bytes that the whole row has.
    ///   - count: How many columns are looked at.
    /// - Returns: Nil if the header is damaged, or is longer than `payload`.
    init?(_ payload: [UInt8], length: Int, columns count: Int) {
        guard let header = VariableNumber(payload, at: 0), (header.end...payload.count).contains(header.value) else {
            return nil
        }
        var columns: [(Int, Range<Int>)] = []
        var (place, offset) = (header.end, header.value)
        while columns.count < count, place < header.value {
            guard let type = VariableNumber(payload, at: place), type.end <= header.value,
                let size = Self.size(ofType: type.value), size <= length - offset
            else { return nil }
            columns.append((type.value, offset..<offset + size))
            (place, offset) = (type.end, offset + size)
        }
        self.columns = columns
    }

    /// Bytes of the row up to the end of these columns.
    func end(of columns: [Int]) -> Int {
        columns.filter(self.columns.indices.contains).map { self.columns[$0].range.upperBound }.max() ?? 0
    }

    /// What a column has: nothing if the row is shorter, as it was written before the column was there.
    ///
    /// - Parameters:
    ///   - column: Its place among all.
    ///   - payload: The bytes of the row, to the end of the column at least.
    func value(of column: Int, in payload: [UInt8]) -> SQLiteValue {
        guard columns.indices.contains(column) else { return .null }
        let (type, range) = columns[column]
        guard range.upperBound <= payload.count else { return .other }
        switch type {
        case 0: return .null
        case 1...6: return .integer(Self.integer(payload[range]))
        case 8, 9: return .integer(Int64(type - 8))
        case 13... where type % 2 == 1: return .text(String(decoding: payload[range], as: UTF8.self))
        default: return .other
        }
    }

    /// Bytes that a value takes; nil for a type that there is not.
    private static func size(ofType type: Int) -> Int? {
        switch type {
        case 0, 8, 9: 0
        case 1...4: type
        case 5: 6
        case 6, 7: 8
        case 12...: (type - 12) / 2
        default: nil
        }
    }

    /// A signed number, the highest byte first.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
        bytes.dropFirst().reduce(Int64(Int8(bitPattern: bytes.first ?? 0))) { $0 << 8 | Int64($1) }
    }
}
