/// BLAKE2b with 64 bytes and without a key (RFC 7693).
///
/// Written here because what Debian has of it brings more into the workers than it is: the runtime of OpenMP with libb2, a source of
/// randomness with libsodium.
struct BLAKE2b {
    static let digestCount = 64

    private static let blockCount = 128
    private static let start: [UInt64] = [
        0x6A09_E667_F3BC_C908, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B, 0xA54F_F53A_5F1D_36F1,
        0x510E_527F_ADE6_82D1, 0x9B05_688C_2B3E_6C1F, 0x1F83_D9AB_FB41_BD6B, 0x5BE0_CD19_137E_2179,
    ]
    /// The order of the words of a block in each round.
    private static let orders: [[Int]] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
        [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4], [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
        [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13], [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
        [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11], [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
        [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5], [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
    ]
    private static let rounds = 12
    /// The four words that each step of a round mixes: columns, then diagonals.
    private static let steps = [
        (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
        (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
    ]

    private var state: [UInt64]
    private var block = [UInt8](repeating: 0, count: blockCount)
    private var filled = 0
    private var byteCount: UInt64 = 0

    init() {
        state = Self.start
        // No key, one level, and the length of the digest.
        state[0] ^= 0x0101_0000 ^ UInt64(Self.digestCount)
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
        return state.flatMap { word in withUnsafeBytes(of: word.littleEndian, Array.init) }
    }

    private mutating func mix(isLast: Bool) {
        byteCount += UInt64(filled)
        filled = 0
        var words = state + Self.start
        words[12] ^= byteCount
        if isLast { words[14] = ~words[14] }
        block.withUnsafeBytes { bytes in
            for round in 0..<Self.rounds {
                let order = Self.orders[round % Self.orders.count]
                for (index, step) in Self.steps.enumerated() {
                    let first = bytes.loadUnaligned(fromByteOffset: 8 * order[2 * index], as: UInt64.self)
                    let second = bytes.loadUnaligned(fromByteOffset: 8 * order[2 * index + 1], as: UInt64.self)
                    Self.mix(&words, step, UInt64(littleEndian: first), UInt64(littleEndian: second))
                }
            }
        }
        for index in 0..<8 { state[index] ^= words[index] ^ words[index + 8] }
    }

    private static func mix(
        _ words: inout [UInt64],
        _ step: (a: Int, b: Int, c: Int, d: Int),
        _ first: UInt64,
        _ second: UInt64
    ) {
        func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 { word >> count | word << (64 - count) }
        words[step.a] = words[step.a] &+ words[step.b] &+ first
        words[step.d] = rotated(words[step.d] ^ words[step.a], 32)
        words[step.c] = words[step.c] &+ words[step.d]
        words[step.b] = rotated(words[step.b] ^ words[step.c], 24)
        words[step.a] = words[step.a] &+ words[step.b] &+ second
        words[step.d] = rotated(words[step.d] ^ words[step.a], 16)
        words[step.c] = words[step.c] &+ words[step.d]
        words[step.b] = rotated(words[step.b] ^ words[step.c], 63)
    }
}
