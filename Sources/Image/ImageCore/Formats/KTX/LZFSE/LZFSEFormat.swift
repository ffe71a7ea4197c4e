/// The numbers of LZFSE, by Apple's reference implementation, in place of a specification.
///
/// A stream is a row of blocks, each with a mark of four bytes, and ends with an end mark. A compressed block holds literals and
/// triplets: a number of literals (L), then of bytes (M) that repeat earlier ones at a distance (D).
enum LZFSEFormat {
    static let endMark = mark("bvx$")
    /// The mark of a block of plain bytes.
    static let rawMark = mark("bvx-")
    /// The mark of a block whose tables of frequencies are not compressed.
    static let plainTablesMark = mark("bvx1")
    /// The mark of a block whose tables of frequencies are compressed.
    static let packedTablesMark = mark("bvx2")
    static let lzvnMark = mark("bvxn")

    static let maximumLiterals = 40_000
    static let maximumTriplets = 10_000

    /// Bytes of the head of a block before its packed tables of frequencies.
    static let packedHeadCount = 32
    /// Bytes of the head of a block whose tables are not compressed.
    static let plainHeadCount = 50 + 2 * symbolCount + 2

    /// The alphabets, in the order of their tables.
    static let alphabets = [lengthsOfLiterals, lengthsOfMatches, distances, literals]

    static let symbolCount = 20 + 20 + 64 + 256

    static let lengthsOfLiterals = FSEAlphabet(
        stateBits: 6,
        extraBits: [UInt8](repeating: 0, count: 16) + [2, 3, 5, 8]
    )
    static let lengthsOfMatches = FSEAlphabet(
        stateBits: 6,
        extraBits: [UInt8](repeating: 0, count: 16) + [3, 5, 8, 11]
    )
    /// Distances of the repeated bytes; 0 for that of the triplet before.
    static let distances = FSEAlphabet(stateBits: 8, extraBits: (0..<64).map { UInt8($0 / 4) })
    static let literals = FSEAlphabet(stateBits: 10, extraBits: [UInt8](repeating: 0, count: 256))

    private static func mark(_ text: StaticString) -> UInt32 {
        text.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }
}

/// Symbols that finite state entropy (FSE) codes with their frequencies: each stands for a range of numbers, and is followed by the
/// bits of one of them.
struct FSEAlphabet {
    /// The binary logarithm of the number of states.
    let stateBits: Int
    let extraBits: [UInt8]
    /// The smallest number that each symbol stands for.
    let bases: [Int32]

    var stateCount: Int { 1 << stateBits }

    init(stateBits: Int, extraBits: [UInt8]) {
        self.stateBits = stateBits
        self.extraBits = extraBits
        var next: Int32 = 0
        bases = extraBits.map { bits in
            defer { next += 1 << Int32(bits) }
            return next
        }
    }
}
