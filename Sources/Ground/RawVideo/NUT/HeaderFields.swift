/// Reads the values of a packet whose checksum holds.
struct HeaderFields {
    let part: NUTPart
    /// The payload, without the checksum.
    let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8], of part: NUTPart) {
        self.bytes = bytes
        self.part = part
    }

    mutating func byte() throws(RawVideoError) -> UInt8 {
        guard offset < bytes.count else { throw .malformed(part) }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func number() throws(RawVideoError) -> UInt64 {
        var number = NUTNumber()
        while try !number.append(byte(), in: part) {}
        return number.value
    }

    /// Reads a number that is in `range`.
    mutating func integer<Value: FixedWidthInteger>(in range: ClosedRange<Value>) throws(RawVideoError) -> Value {
        guard let value = Value(exactly: try number()), range.contains(value) else { throw .malformed(part) }
        return value
    }

    /// Reads a number with a sign: 0, 1, -1, 2, -2 and so on stand as 0, 1, 2, 3, 4.
    mutating func signed() throws(RawVideoError) -> Int64 {
        let number = try integer(in: 0...UInt64(Int64.max))
        let magnitude = Int64(number >> 1)
        return number & 1 == 1 ? magnitude + 1 : -magnitude
    }

    mutating func array(count: Int) throws(RawVideoError) -> [UInt8] {
        guard count <= bytes.count - offset else { throw .malformed(part) }
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }
}
