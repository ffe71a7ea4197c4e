/// A baseline JPEG of three components without subsampling whose coefficients are given one by one, even those that no encoder
/// writes.
///
/// Its codes are as long as it takes to have one for every symbol, and bits that are all ones are no code.
struct CraftedJPEG {
    /// In pixels.
    let width: Int
    let height: Int
    /// What a block holds.
    let block: (Place) -> Block

    /// Where a block stands.
    struct Place: Hashable {
        /// 0 for luma.
        let component: Int
        let column: Int
        let row: Int
    }

    /// The coefficients of 8 x 8 samples.
    struct Block {
        /// Those that come first, in the order of ITU-T T.81, figure A.6. All others are 0.
        var coefficients: [Int]
        /// Whether a code of no symbol stands where the block is to end.
        var hasBrokenEnd = false
    }

    /// The file.
    var bytes: [UInt8] {
        var data = Bits()
        var means = [0, 0, 0]
        for row in 0..<(height + 7) / 8 {
            for column in 0..<(width + 7) / 8 {
                for component in 0..<3 {
                    let block = block(Place(component: component, column: column, row: row))
                    data.append(block, mean: &means[component])
                }
            }
        }
        let size = [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let components: [UInt8] = (1...3).flatMap { [$0, 0x11, 0] }
        let meanCodes = Self.codes(0x00, lengths: [5: 16], symbols: 0...15)
        let otherCodes = Self.codes(0x10, lengths: [8: 128, 9: 128], symbols: 0...255)
        return [0xFF, 0xD8]
            + Self.segment(0xDB, [0] + Array(repeating: 1, count: 64))
            + Self.segment(0xC0, [8] + size + [3] + components)
            + meanCodes + otherCodes
            + Self.segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
            + data.stuffed + [0xFF, 0xD9]
    }

    private static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        SegmentedJPEG.Segment(marker: marker, payload: payload).bytes
    }

    private static func codes(_ table: UInt8, lengths: [Int: UInt8], symbols: ClosedRange<UInt8>) -> [UInt8] {
        segment(0xC4, [table] + (1...16).map { lengths[$0] ?? 0 } + Array(symbols))
    }
}

/// Entropy-coded data, bit by bit.
private struct Bits {
    private var bytes: [UInt8] = []
    private var pending = 0
    private var pendingCount = 0

    /// The data with ones up to a whole byte, and a zero behind each byte of ones.
    var stuffed: [UInt8] {
        var padded = self
        padded.append(0x7F, count: 7)
        return padded.bytes.flatMap { $0 == 0xFF ? [0xFF, 0] : [$0] }
    }

    mutating func append(_ block: CraftedJPEG.Block, mean: inout Int) {
        let difference = (block.coefficients.first ?? 0) - mean
        mean += difference
        let category = Self.category(difference)
        append(category, count: 5)
        append(difference, category: category)
        var zeros = 0
        for coefficient in block.coefficients.dropFirst() {
            guard coefficient != 0 else {
                zeros += 1
                continue
            }
            while zeros > 15 {
                append(symbol: 0xF0)
                zeros -= 16
            }
            let category = Self.category(coefficient)
            append(symbol: zeros << 4 | category)
            append(coefficient, category: category)
            zeros = 0
        }
        guard block.coefficients.count < 64 else { return }
        // A decoder that takes no code for a zero has read 17 bits by then.
        if block.hasBrokenEnd { append(0x1FFFF, count: 17) } else { append(symbol: 0) }
    }

    private static func category(_ value: Int) -> Int { Int.bitWidth - abs(value).leadingZeroBitCount }

    private mutating func append(symbol: Int) {
        if symbol < 128 { append(symbol, count: 8) } else { append(symbol + 128, count: 9) }
    }

    /// The bits of a value of so many of them (ITU-T T.81, section F.1.2.1).
    private mutating func append(_ value: Int, category: Int) {
        append(value < 0 ? value + (1 << category) - 1 : value, count: category)
    }

    private mutating func append(_ value: Int, count: Int) {
        pending = pending << count | value
        pendingCount += count
        while pendingCount >= 8 {
            pendingCount -= 8
            bytes.append(UInt8(truncatingIfNeeded: pending >> pendingCount))
        }
        pending &= 1 << pendingCount - 1
    }
}
