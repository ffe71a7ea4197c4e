/// BLAKE2b with 64 bytes and without a key (RFC 7693).
///
/// Written here because what Debian has of it brings more into the workers than it is: the runtime of OpenMP with libb2, a source of
/// randomness with libsodium.
struct BLAKE2b {
    static let digestCount = 64

    private static let blockCount = 128
    private typealias Row = SIMD4<UInt64>

    /// The fractions of the square roots of the first eight primes.
    private static let start = (
        Row(0x6A09_E667_F3BC_C908, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B, 0xA54F_F53A_5F1D_36F1),
        Row(0x510E_527F_ADE6_82D1, 0x9B05_688C_2B3E_6C1F, 0x1F83_D9AB_FB41_BD6B, 0x5BE0_CD19_137E_2179)
    )
    /// The order of the words of a block in each round.
    private static let orders: [[Int]] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
        [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4], [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
        [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13], [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
        [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11], [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
        [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5], [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
    ]
    private static let rounds = 12

    private var state = start
    private var block = [UInt8](repeating: 0, count: blockCount)
    private var filled = 0
    private var byteCount: UInt64 = 0

    init() {
        // No key, one level, and the length of the digest.
        state.0[0] ^= 0x0101_0000 ^ UInt64(Self.digestCount)
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // The last block is mixed by ``finish()``.
            if filled == Self.blockCount { mix(isLast: false) }
            let (start, piece) = (filled, rest.prefix(Self.blockCount - filled))
            block.withUnsafeMutableBytes { target in
                UnsafeMutableRawBufferPointer(rebasing: target[start...]).copyBytes(from: piece)
            }
            filled += piece.count
            rest = rest.dropFirst(piece.count)
        }
    }

    /// The digest of all bytes; not to be called twice.
    mutating func finish() -> [UInt8] {
        for index in filled..<Self.blockCount { block[index] = 0 }
        mix(isLast: true)
        return [state.0, state.1].flatMap { row in
            row.indices.flatMap { withUnsafeBytes(of: row[$0].littleEndian, Array.init) }
        }
    }

    /// Mixes the block into the state: the words of a row stand in columns, which are mixed side by side, then the diagonals.
    private mutating func mix(isLast: Bool) {
        byteCount += UInt64(filled)
        filled = 0
        var rows = (state.0, state.1, Self.start.0, Self.start.1 ^ Row(byteCount, 0, isLast ? .max : 0, 0))
        block.withUnsafeBytes { bytes in
            for round in 0..<Self.rounds {
                let order = Self.orders[round % Self.orders.count]
                func word(_ index: Int) -> UInt64 {
                    let place = MemoryLayout<UInt64>.size * order[index]
                    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                }
                func words(from first: Int) -> Row {
                    Row(word(first), word(first + 2), word(first + 4), word(first + 6))
                }
                Self.mix(&rows, words(from: 0), words(from: 1))
                rows = (rows.0, rows.1.turned(1), rows.2.turned(2), rows.3.turned(3))
                Self.mix(&rows, words(from: 8), words(from: 9))
                rows = (rows.0, rows.1.turned(3), rows.2.turned(2), rows.3.turned(1))
            }
        }
        state = (state.0 ^ rows.0 ^ rows.2, state.1 ^ rows.1 ^ rows.3)
    }

    private static func mix(_ rows: inout (Row, Row, Row, Row), _ first: Row, _ second: Row) {
        rows.0 = rows.0 &+ rows.1 &+ first
        rows.3 = (rows.3 ^ rows.0).rotated(32)
        rows.2 = rows.2 &+ rows.3
        rows.1 = (rows.1 ^ rows.2).rotated(24)
        rows.0 = rows.0 &+ rows.1 &+ second
        rows.3 = (rows.3 ^ rows.0).rotated(16)
        rows.2 = rows.2 &+ rows.3
        rows.1 = (rows.1 ^ rows.2).rotated(63)
    }
}

extension SIMD4<UInt64> {
    /// Each word with its bits moved to the right, the last ones to the left end.
    fileprivate func rotated(_ count: UInt64) -> Self { self &>> count | self &<< (64 - count) }

    /// The words moved to the left, the first ones to the right end.
    fileprivate func turned(_ count: Int) -> Self {
        Self(self[count & 3], self[(count + 1) & 3], self[(count + 2) & 3], self[(count + 3) & 3])
    }
}
