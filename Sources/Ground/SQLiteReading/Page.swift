/// A page of a database: a node of the tree that a table is, or bytes of a row that is longer than a node.
struct Page {
    /// Counted from 1.
    let number: Int
    let bytes: [UInt8]
    /// Bytes before the node: the header of the file, in the first page.
    let start: Int

    /// What a node holds.
    enum Kind {
        /// Rows.
        case leaf
        /// Pages with rows, or with more of such.
        case interior
    }

    private var damage: SQLiteError { .damaged(page: number) }

    /// - Throws: ``SQLiteError/damaged(page:)`` if it is no node of a table.
    func kind() throws(SQLiteError) -> Kind {
        switch try byte(start) {
        case 0x0D: .leaf
        case 0x05: .interior
        default: throw damage
        }
    }

    /// Where the cells of a node are, in the order of their rows.
    func cells(_ kind: Kind) throws(SQLiteError) -> [Int] {
        let count = try number(at: start + 3, bytes: 2)
        let pointers = start + (kind == .leaf ? 8 : 12)
        guard pointers + 2 * count <= bytes.count else { throw damage }
        return (0..<count).map { Int(bytes[pointers + 2 * $0]) << 8 | Int(bytes[pointers + 2 * $0 + 1]) }
    }

    /// The pages below a node that has no rows itself, in their order.
    func children() throws(SQLiteError) -> [Int] {
        var children: [Int] = []
        for cell in try cells(.interior) { children.append(try number(at: cell, bytes: 4)) }
        children.append(try number(at: start + 8, bytes: 4))
        return children
    }

    /// An unsigned number of 1 to 4 bytes, the highest first.
    func number(at offset: Int, bytes count: Int) throws(SQLiteError) -> Int {
        var number = 0
        for index in 0..<count { number = number << 8 | Int(try byte(offset + index)) }
        return number
    }

    /// A number of one to nine bytes, as the format writes most numbers, and where it ends.
    func variableNumber(at offset: Int) throws(SQLiteError) -> (number: Int, end: Int) {
        guard let number = VariableNumber(bytes, at: offset) else { throw damage }
        return (number.value, number.end)
    }

    private func byte(_ offset: Int) throws(SQLiteError) -> UInt8 {
        guard bytes.indices.contains(offset) else { throw damage }
        return bytes[offset]
    }
}

/// A number of one to nine bytes of which all but the ninth have seven bits each, the highest first; the others say that more
/// follow.
struct VariableNumber {
    let value: Int
    /// The offset behind it.
    let end: Int

    /// Nil if it goes on beyond the bytes.
    init?(_ bytes: [UInt8], at offset: Int) {
        var (value, place) = (UInt64(0), offset)
        for index in 0..<9 {
            guard bytes.indices.contains(place) else { return nil }
            let byte = bytes[place]
            place += 1
            value = index == 8 ? value << 8 | UInt64(byte) : value << 7 | UInt64(byte & 0x7F)
            if index < 8, byte < 0x80 { break }
        }
        (self.value, end) = (Int(bitPattern: UInt(value)), place)
    }
}
