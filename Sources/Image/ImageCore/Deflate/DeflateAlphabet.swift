/// The symbols that lengths and distances are written as (RFC 1951, section 3.2.5).
enum DeflateAlphabet {
    /// How many symbols there are for literals, the end of a block, and lengths.
    static let literalSymbols = 286
    /// The symbol that ends a block.
    static let endOfBlock = 256
    /// The symbol of the shortest length.
    static let firstLengthSymbol = 257
    /// How many symbols there are for distances.
    static let distanceSymbols = 30
    /// The longest distance, in bytes, and all that a reader remembers.
    static let longestDistance = 32_768
    /// The shortest match, in bytes.
    static let shortestMatch = 3
    /// The longest match, in bytes.
    static let longestMatch = 258

    /// A symbol, and the bits that follow its code.
    struct Symbol {
        var index: Int
        var extraBits: Int
        var extra: Int
    }

    /// The symbol of a match of `length` bytes, 3 to 258.
    @inline(__always)
    static func symbol(length: Int) -> Symbol {
        guard length < longestMatch else { return Symbol(index: 285, extraBits: 0, extra: 0) }
        let rest = length &- shortestMatch
        guard rest >= 8 else { return Symbol(index: firstLengthSymbol &+ rest, extraBits: 0, extra: 0) }
        let bits = highestBit(rest) &- 2
        let index = firstLengthSymbol &+ bits &* 4 &+ 4 &+ (rest &>> bits & 3)
        return Symbol(index: index, extraBits: bits, extra: rest & (1 &<< bits &- 1))
    }

    /// The symbol of a distance of `rest` + 1 bytes, `rest` being 0 to 32 767.
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
