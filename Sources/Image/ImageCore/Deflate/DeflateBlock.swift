/// Literals, and the match that follows them.
struct DeflateSequence: BitwiseCopyable {
    /// Bytes that stand for themselves.
    var literals: UInt32
    /// Bytes that are repeated, 3 to 258.
    var length: UInt16
    /// How far back they are, less one, because 32 768 is a distance.
    var distanceMinusOne: UInt16

    @inline(__always)
    init(literals: Int, length: Int, distance: Int) {
        self.literals = UInt32(truncatingIfNeeded: literals)
        self.length = UInt16(truncatingIfNeeded: length)
        self.distanceMinusOne = UInt16(truncatingIfNeeded: distance &- 1)
    }
}

/// Literals and matches that are written with one pair of codes.
struct DeflateBlock {
    /// The literals, one after the other.
    let literals: UnsafeBufferPointer<UInt8>
    /// The matches, and how many of ``literals`` stand before each. Literals that are left stand after the last.
    let sequences: UnsafeBufferPointer<DeflateSequence>

    /// The number of literals and matches.
    var symbolCount: Int { literals.count + sequences.count }

    /// The block up to the sequence with which it has `symbols` literals and matches, and the rest; nil if there is none.
    func split(after symbols: Int) -> (head: DeflateBlock, rest: DeflateBlock)? {
        var (literalCount, sequenceCount) = (0, 0)
        while literalCount &+ sequenceCount < symbols, sequenceCount < sequences.count {
            literalCount &+= Int(sequences[sequenceCount].literals)
            sequenceCount &+= 1
        }
        guard sequenceCount < sequences.count else { return nil }
        let head = DeflateBlock(
            literals: UnsafeBufferPointer(rebasing: literals[..<literalCount]),
            sequences: UnsafeBufferPointer(rebasing: sequences[..<sequenceCount])
        )
        let rest = DeflateBlock(
            literals: UnsafeBufferPointer(rebasing: literals[literalCount...]),
            sequences: UnsafeBufferPointer(rebasing: sequences[sequenceCount...])
        )
        return (head, rest)
    }
}
