/// The code of the frequencies in the head of a block: 0 and 1 take two bits, 2 and 3 three, 4 to 7 five, 8 to 23 eight and 24 to
/// 1047 fourteen, with the lowest bit first.
enum LZFSEFrequencyCode {
    /// Reads a frequency for each element of `frequencies`; false if the codes are more or fewer. Without bytes all are 0.
    static func decode(_ bytes: UnsafeRawBufferPointer, _ frequencies: UnsafeMutableBufferPointer<UInt16>) -> Bool {
        frequencies.update(repeating: 0)
        guard !bytes.isEmpty else { return true }
        var (bits, bitCount, position) = (UInt32(0), 0, 0)
        for index in frequencies.indices {
            while bitCount <= 24, position < bytes.count {
                bits |= UInt32(bytes[position]) << UInt32(bitCount)
                bitCount += 8
                position += 1
            }
            let (frequency, length) = decode(bits)
            guard length <= bitCount else { return false }
            frequencies[index] = UInt16(frequency)
            bits >>= UInt32(length)
            bitCount -= length
        }
        return position == bytes.count && bitCount < 8
    }

    /// The frequency at the start of `bits`, and the length of its code.
    private static func decode(_ bits: UInt32) -> (frequency: UInt32, length: Int) {
        switch bits & 15 {
        case 0, 4, 8, 12: (0, 2)
        case 2, 6, 10, 14: (1, 2)
        case 1, 9: (2, 3)
        case 5, 13: (3, 3)
        case 3, 11: (bits >> 3 & 3 | 4, 5)
        case 7: (8 + (bits >> 4 & 15), 8)
        default: (24 + (bits >> 4 & 1023), 14)
        }
    }
}
