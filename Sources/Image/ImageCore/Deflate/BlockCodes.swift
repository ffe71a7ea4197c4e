/// The codes of a block, and the bits that it takes with them.
struct BlockCodes {
    let literals: PrefixCode
    let distances: PrefixCode
    let lengths: CodeLengths
    /// Bits of the codes and of the symbols.
    let bitCount: Int

    /// Bits of the longest code for a literal or a length, so that four literals fit between two flushes.
    private static let literalLimit = 14
    private static let distanceLimit = 15

    /// The codes in which the symbols that `counter` counted take the fewest bits.
    init(for counter: borrowing SymbolCounter) {
        self.init(Self.literalCode(counter.literals), Self.distanceCode(counter.distances), for: counter)
    }

    private init(_ literals: PrefixCode, _ distances: PrefixCode, for counter: borrowing SymbolCounter) {
        self.literals = literals
        self.distances = distances
        lengths = CodeLengths(literals: literals, distances: distances)
        bitCount = lengths.bitCount + counter.bitCount(literals, distances)
    }

    /// Bits of the symbols that `counter` counted, without the bits of the codes.
    static func symbolBitCount(_ counter: borrowing SymbolCounter) -> Int {
        counter.bitCount(literalCode(counter.literals), distanceCode(counter.distances))
    }

    private static func literalCode(_ counts: UnsafeBufferPointer<UInt32>) -> PrefixCode {
        PrefixCode(frequencies: counts, limit: literalLimit)
    }

    private static func distanceCode(_ counts: UnsafeBufferPointer<UInt32>) -> PrefixCode {
        PrefixCode(frequencies: counts, limit: distanceLimit)
    }

    /// The codes, or those of levelled counts, if they are so much shorter themselves that it makes up for longer symbols.
    func orShorter(for counter: borrowing SymbolCounter, levelledBy tolerances: [UInt32]) -> BlockCodes {
        var shortest = self
        for tolerance in tolerances {
            let literals = counter.literals.levelled(by: tolerance).withUnsafeBufferPointer(Self.literalCode)
            let distances = counter.distances.levelled(by: tolerance).withUnsafeBufferPointer(Self.distanceCode)
            let codes = BlockCodes(literals, distances, for: counter)
            if codes.bitCount < shortest.bitCount { shortest = codes }
        }
        return shortest
    }
}

extension UnsafeBufferPointer<UInt32> {
    /// The number of zeros from which on they are left alone, because few bits write them.
    private static var longGap: Int { 6 }
    /// The number of equal lengths from which on they take fewer bits than by themselves.
    private static var shortestLevel: Int { 4 }

    /// The counts, of which four neighbours and more are made alike where they differ by no more than `tolerance` or by half: equal
    /// lengths of codes that follow each other take few bits. No symbol loses its code, and some get one in vain.
    func levelled(by tolerance: UInt32) -> [UInt32] {
        var levelled = Array(self)
        var start = 0
        while start < count {
            let end = startsGap(start) ? start + zeroCount(from: start) : endOfLevel(from: start, tolerance)
            let sum = self[start..<end].reduce(0) { $0 + Int($1) }
            if end - start >= Self.shortestLevel, sum > 0 {
                let mean = UInt32((sum + (end - start) / 2) / (end - start))
                for index in start..<end { levelled[index] = Swift.max(mean, 1) }
            }
            start = end
        }
        return levelled
    }

    private func endOfLevel(from start: Int, _ tolerance: UInt32) -> Int {
        var (low, high, end) = (self[start], self[start], start + 1)
        while end < count, !startsGap(end) {
            (low, high) = (Swift.min(low, self[end]), Swift.max(high, self[end]))
            guard high - low <= Swift.max(tolerance, low / 2) else { return end }
            end += 1
        }
        return end
    }

    private func startsGap(_ index: Int) -> Bool {
        let zeroCount = zeroCount(from: index)
        return zeroCount >= Self.longGap || zeroCount > 0 && index + zeroCount == count
    }

    private func zeroCount(from index: Int) -> Int { self[index...].prefix { $0 == 0 }.count }
}
