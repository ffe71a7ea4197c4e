struct DeflateSequence: BitwiseCopyable {
    var literals: UInt32
    /// Bytes that are repeated, 3 to 258.
    var length: UInt16
    /// Their distance, less one, because 32 768 is a distance.
    var distanceMinusOne: UInt16

    @inline(__always)
    init(literals: Int, length: Int, distance: Int) {
        self.literals = UInt32(truncatingIfNeeded: literals)
        self.length = UInt16(truncatingIfNeeded: length)
        self.distanceMinusOne = UInt16(truncatingIfNeeded: distance &- 1)
    }
}

struct DeflateBlock {
    let literals: UnsafeBufferPointer<UInt8>
    /// The matches, each with the number of ``literals`` before it; other literals stand after the last.
    let sequences: UnsafeBufferPointer<DeflateSequence>

    var symbolCount: Int { literals.count + sequences.count }

    /// The block in parts, each up to the sequence that completes `symbols` literals and matches; the last one may have twice as many.
    func parts(of symbols: Int) -> [DeflateBlock] {
        var parts: [DeflateBlock] = []
        var left: DeflateBlock? = self
        while let whole = left {
            let (part, rest) = whole.firstPart(of: symbols)
            parts.append(part)
            left = rest
        }
        return parts
    }

    private func firstPart(of symbols: Int) -> (part: DeflateBlock, rest: DeflateBlock?) {
        guard symbolCount >= 2 * symbols else { return (self, nil) }
        var (literalCount, sequenceCount) = (0, 0)
        while literalCount &+ sequenceCount < symbols, sequenceCount < sequences.count {
            literalCount &+= Int(sequences[sequenceCount].literals)
            sequenceCount &+= 1
        }
        guard sequenceCount < sequences.count else { return (self, nil) }
        let part = DeflateBlock(
            literals: UnsafeBufferPointer(rebasing: literals[..<literalCount]),
            sequences: UnsafeBufferPointer(rebasing: sequences[..<sequenceCount])
        )
        let rest = DeflateBlock(
            literals: UnsafeBufferPointer(rebasing: literals[literalCount...]),
            sequences: UnsafeBufferPointer(rebasing: sequences[sequenceCount...])
        )
        return (part, rest)
    }

    /// The block with `next`, which was split from it.
    func joined(with next: DeflateBlock) -> DeflateBlock {
        DeflateBlock(
            literals: UnsafeBufferPointer(start: literals.baseAddress, count: literals.count + next.literals.count),
            sequences: UnsafeBufferPointer(start: sequences.baseAddress, count: sequences.count + next.sequences.count)
        )
    }
}

/// Symbols of lengths and distances (RFC 1951, section 3.2.5).
enum DeflateAlphabet {
    static let literalSymbols = 286
    static let endOfBlock = 256
    static let firstLengthSymbol = 257
    static let distanceSymbols = 30
    static let longestDistance = 32_768
    static let shortestMatch = 3
    static let longestMatch = 258

    struct Symbol {
        var index: Int
        var extraBits: Int
        var extra: Int
    }

    @inline(__always)
    static func symbol(length: Int) -> Symbol {
        guard length < longestMatch else { return Symbol(index: 285, extraBits: 0, extra: 0) }
        let rest = length &- shortestMatch
        guard rest >= 8 else { return Symbol(index: firstLengthSymbol &+ rest, extraBits: 0, extra: 0) }
        let bits = highestBit(rest) &- 2
        let index = firstLengthSymbol &+ bits &* 4 &+ 4 &+ (rest &>> bits & 3)
        return Symbol(index: index, extraBits: bits, extra: rest & (1 &<< bits &- 1))
    }

    /// The symbol of a distance of `rest` + 1 bytes.
    @inline(__always)
    static func symbol(distanceMinusOne rest: Int) -> Symbol {
        guard rest >= 4 else { return Symbol(index: rest, extraBits: 0, extra: 0) }
        let bits = highestBit(rest) &- 1
        return Symbol(index: bits &* 2 &+ 2 &+ (rest &>> bits & 1), extraBits: bits, extra: rest & (1 &<< bits &- 1))
    }

    @inline(__always)
    private static func highestBit(_ value: Int) -> Int {
        63 &- value.leadingZeroBitCount
    }
}
