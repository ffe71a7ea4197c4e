/// Reads the bits of a parameter set (ITU-T H.265, section 9.2), without the bytes that keep start codes out of it.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    /// Most bytes that are read of a parameter set: what is asked of it stands at the beginning.
    private static let maximumByteCount = 512

    /// - Parameter unit: What follows the header of a unit.
    init(_ unit: some Sequence<UInt8>) {
        var bytes: [UInt8] = []
        var zeros = 0
        for byte in unit {
            guard bytes.count < Self.maximumByteCount else { break }
            // Two zeros and a three: the three is not part of it (section 7.4.2).
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        self.bytes = bytes
    }

    /// An unsigned number of `count` bits, at most 32.
    ///
    /// - Throws: ``DecodingError/corrupt(_:)`` at the end.
    mutating func bits(_ count: Int) throws(DecodingError) -> Int {
        guard position + count <= bytes.count * 8 else { throw .corrupt("a parameter set ends early") }
        var value = 0
        for _ in 0..<count {
            value = value << 1 | Int(bytes[position >> 3] >> (7 - UInt8(position & 7)) & 1)
            position += 1
        }
        return value
    }

    mutating func flag() throws(DecodingError) -> Bool { try bits(1) == 1 }

    mutating func skip(_ count: Int) throws(DecodingError) {
        guard position + count <= bytes.count * 8 else { throw .corrupt("a parameter set ends early") }
        position += count
    }

    /// A number in Exp-Golomb code.
    mutating func number() throws(DecodingError) -> Int {
        var length = 0
        while try !flag() {
            length += 1
            guard length < 32 else { throw .corrupt("a parameter set has a number that cannot be") }
        }
        return try (1 << length) - 1 + bits(length)
    }
}
