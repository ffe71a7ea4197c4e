import SecureMemory

/// What literals, lengths and distances cost, in bits.
struct CostModel: ~Copyable {
    /// The cost of each literal, in bits.
    let literals: WipedBuffer<UInt32>
    /// The cost of each length, 0 to 258, with its extra bits.
    let lengths: WipedBuffer<UInt32>
    /// The cost of each symbol for a distance, with its extra bits.
    let distances: WipedBuffer<UInt32>

    private var counter: SymbolCounter

    /// - Throws: `OutOfMemory`.
    init() throws(OutOfMemory) {
        let literals = try WipedBuffer<UInt32>(count: 256)
        let lengths = try WipedBuffer<UInt32>(count: DeflateAlphabet.longestMatch + 1)
        let distances = try WipedBuffer<UInt32>(count: DeflateAlphabet.distanceSymbols)
        let counter = try SymbolCounter()
        self.literals = literals
        self.lengths = lengths
        self.distances = distances
        self.counter = counter
    }

    /// Costs as they are before anything is known.
    mutating func guess() {
        set(literals: { _ in 6 }, lengthSymbols: { _ in 6 }, distanceSymbols: { _ in 4 })
    }

    /// Costs as they are in codes made for `block`.
    mutating func learn(_ block: DeflateBlock) {
        counter.count(block)
        let literalCode = PrefixCode(frequencies: counter.literals, limit: 14).lengths
        let distanceCode = PrefixCode(frequencies: counter.distances, limit: 15).lengths
        // What did not occur may yet, and would make the others a little longer.
        set(
            literals: { literalCode[$0] > 0 ? UInt32(literalCode[$0]) : 13 },
            lengthSymbols: { literalCode[$0] > 0 ? UInt32(literalCode[$0]) : 12 },
            distanceSymbols: { distanceCode[$0] > 0 ? UInt32(distanceCode[$0]) : 10 }
        )
    }

    private func set(
        literals literalCost: (Int) -> UInt32,
        lengthSymbols lengthCost: (Int) -> UInt32,
        distanceSymbols distanceCost: (Int) -> UInt32
    ) {
        for byte in 0..<256 { literals.base[byte] = literalCost(byte) }
        for length in DeflateAlphabet.shortestMatch...DeflateAlphabet.longestMatch {
            let symbol = DeflateAlphabet.symbol(length: length)
            lengths.base[length] = lengthCost(symbol.index) + UInt32(symbol.extraBits)
        }
        for index in 0..<DeflateAlphabet.distanceSymbols {
            distances.base[index] = distanceCost(index) + UInt32(index < 4 ? 0 : index / 2 - 1)
        }
    }
}
