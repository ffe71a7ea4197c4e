/// Bytes, and how they are put together from literals and matches.
struct DeflateBlock {
    /// What the block stands for.
    let bytes: UnsafeBufferPointer<UInt8>
    /// The literals and matches that give ``bytes``, but for the last ``trailingLiterals``.
    let sequences: UnsafeBufferPointer<DeflateSequence>
    /// Literals after the last match.
    let trailingLiterals: Int

    /// The block up to the sequence with which it has `symbols` literals and matches, and the rest; nil if there is none.
    func split(after symbols: Int) -> (head: DeflateBlock, rest: DeflateBlock)? {
        var (symbolCount, byteCount, sequenceCount) = (0, 0, 0)
        while symbolCount < symbols, sequenceCount < sequences.count {
            let sequence = sequences[sequenceCount]
            symbolCount &+= Int(sequence.literals) &+ 1
            byteCount &+= Int(sequence.literals) &+ Int(sequence.length)
            sequenceCount &+= 1
        }
        guard sequenceCount < sequences.count else { return nil }
        let head = DeflateBlock(
            bytes: UnsafeBufferPointer(rebasing: bytes[..<byteCount]),
            sequences: UnsafeBufferPointer(rebasing: sequences[..<sequenceCount]),
            trailingLiterals: 0
        )
        let rest = DeflateBlock(
            bytes: UnsafeBufferPointer(rebasing: bytes[byteCount...]),
            sequences: UnsafeBufferPointer(rebasing: sequences[sequenceCount...]),
            trailingLiterals: trailingLiterals
        )
        return (head, rest)
    }
}

extension DeflateBlock {
    /// A block without matches.
    init(literals: UnsafeBufferPointer<UInt8>) {
        bytes = literals
        sequences = UnsafeBufferPointer(start: nil, count: 0)
        trailingLiterals = literals.count
    }
}
