import CLibDeflate

@testable import ImageFixtures

/// A zlib stream of zeros, written bit by bit: a literal, then a copy of 258 bytes from distance 1, then literals.
struct ZeroStream {
    private var bits: [UInt8] = []

    /// With one block that has codes of its own.
    ///
    /// - Parameters:
    ///   - distanceBit: What stands for distance 1, whose code is 0; 1 stands for nothing.
    ///   - distanceCount: Symbols of the code of distances; all but the first have no code.
    ///   - overrun: By how many symbols the lengths go beyond that; with them there is one symbol, or at least 12.
    static func dynamic(count: Int, distanceBit: UInt8 = 0, distanceCount: Int = 1, overrun: Int = 0) -> [UInt8] {
        var stream = ZeroStream()
        stream.append(1, 1)
        stream.append(2, 2)
        stream.append(29, 5)
        stream.append(distanceCount - 1, 5)
        stream.append(14, 4)
        // Of the code of the code lengths: for 18, a run of zeros, 1 bit; for 2 and 1, 2 bits each.
        for length in [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2] { stream.append(length, 3) }
        // The literal 0, the end, the length 258, the distance 1.
        for (length, zeros) in [(2, 255), (2, 28), (1, 0), (1, distanceCount - 1 + overrun)] {
            stream.appendLength(length, zeros: zeros)
        }
        // Codes of the literal 0, the end and the length 258.
        let (zero, end, copy): ([UInt8], [UInt8], [UInt8]) = ([1, 0], [1, 1], [0])
        stream.bits += zero + copy + [distanceBit]
        for _ in 259..<count { stream.bits += zero }
        stream.bits += end
        return stream.zlib(count: count)
    }

    /// With one block that has the fixed codes.
    ///
    /// - Parameter lengthCode: The code of the length 258, which is that of the symbol 285, or one of the two after it,
    ///   whose symbols do not exist.
    static func fixed(count: Int, lengthCode: Int = 0b1100_0101) -> [UInt8] {
        var stream = ZeroStream()
        stream.append(1, 1)
        stream.append(1, 2)
        let zero: [UInt8] = [0, 0, 1, 1, 0, 0, 0, 0]
        let copy = (0..<8).map { UInt8(lengthCode >> (7 - $0) & 1) }
        stream.bits += zero + copy + [0, 0, 0, 0, 0]
        for _ in 259..<count { stream.bits += zero }
        stream.bits += [0, 0, 0, 0, 0, 0, 0]
        return stream.zlib(count: count)
    }

    /// Numbers have their lowest bit first.
    private mutating func append(_ value: Int, _ count: Int) {
        bits += (0..<count).map { UInt8(value >> $0 & 1) }
    }

    /// A length of 1 or 2, and after it zeros in runs of 11 to 138.
    private mutating func appendLength(_ length: Int, zeros: Int) {
        bits += length == 1 ? [1, 0] : [1, 1]
        var rest = zeros
        while rest > 0 {
            let run = rest > 138 ? min(138, rest - 11) : rest
            bits.append(0)
            append(run - 11, 7)
            rest -= run
        }
    }

    private func zlib(count: Int) -> [UInt8] {
        let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
            (start..<min(start + 8, bits.count)).reduce(UInt8(0)) { $0 | bits[$1] << UInt8($1 - start) }
        }
        let zeros = [UInt8](repeating: 0, count: count)
        return [0x78, 0x01] + bytes + bigEndian(libdeflate_adler32(1, zeros, count))
    }
}
