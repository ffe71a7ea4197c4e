import Glibc
import SecureMemory

/// Costs of symbols, in parts of a bit.
struct CostModel: ~Copyable {
    let literals: WipedBuffer<UInt32>
    let lengths: WipedBuffer<UInt32>
    let distances: WipedBuffer<UInt32>
    /// For each length the longest one below it that costs less; less than ``DeflateAlphabet/shortestMatch`` if there is none.
    let cheaperLengths: WipedBuffer<UInt16>

    private var counter: SymbolCounter

    /// The cost of a bit.
    static let unit: UInt32 = 32

    init() throws(OutOfMemory) {
        let literals = try WipedBuffer<UInt32>(count: 256)
        let lengths = try WipedBuffer<UInt32>(count: DeflateAlphabet.longestMatch + 1)
        let distances = try WipedBuffer<UInt32>(count: DeflateAlphabet.distanceSymbols)
        let cheaperLengths = try WipedBuffer<UInt16>(count: DeflateAlphabet.longestMatch + 1)
        let counter = try SymbolCounter()
        self.literals = literals
        self.lengths = lengths
        self.distances = distances
        self.cheaperLengths = cheaperLengths
        self.counter = counter
    }

    mutating func guess() {
        set(literals: { _ in 6 * Self.unit }, distances: { _ in 4 * Self.unit })
    }

    /// Learns the costs in the shortest codes that there could be for a block like `block`.
    mutating func learn(_ block: DeflateBlock) {
        counter.count(block)
        set(literals: Self.costs(counter.literals), distances: Self.costs(counter.distances))
    }

    /// The costs of symbols, of which one that did not occur may yet, as if it had once.
    private static func costs(_ counts: UnsafeBufferPointer<UInt32>) -> (_ symbol: Int) -> UInt32 {
        let total = counts.reduce(1.0) { $0 + Double($1) }
        return { UInt32((log2(total / Double(max(counts[$0], 1))) * Double(unit)).rounded()) }
    }

    private func set(literals literalCost: (Int) -> UInt32, distances distanceCost: (Int) -> UInt32) {
        for byte in 0..<256 { literals.base[byte] = literalCost(byte) }
        for length in DeflateAlphabet.shortestMatch...DeflateAlphabet.longestMatch {
            let symbol = DeflateAlphabet.symbol(length: length)
            let cost = literalCost(symbol.index) + UInt32(symbol.extraBits) * Self.unit
            lengths.base[length] = cost
            var cheaper = length - 1
            while cheaper >= DeflateAlphabet.shortestMatch, lengths.base[cheaper] >= cost {
                cheaper = Int(cheaperLengths.base[cheaper])
            }
            cheaperLengths.base[length] = UInt16(cheaper)
        }
        for index in 0..<DeflateAlphabet.distanceSymbols {
            let extraBits = UInt32(index < 4 ? 0 : index / 2 - 1)
            distances.base[index] = distanceCost(index) + extraBits * Self.unit
        }
    }
}

struct SymbolCounter: ~Copyable {
    private let literalCounts: WipedBuffer<UInt32>
    private let distanceCounts: WipedBuffer<UInt32>
    /// Four counts of each literal: an addition that waits for the one before is slow, and neighbours are often equal.
    private let byteCounts: WipedBuffer<UInt32>
    private(set) var extraBits = 0

    init() throws(OutOfMemory) {
        let literalCounts = try WipedBuffer<UInt32>(count: DeflateAlphabet.literalSymbols)
        let distanceCounts = try WipedBuffer<UInt32>(count: DeflateAlphabet.distanceSymbols)
        let byteCounts = try WipedBuffer<UInt32>(count: 4 * 256)
        self.literalCounts = literalCounts
        self.distanceCounts = distanceCounts
        self.byteCounts = byteCounts
    }

    var literals: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(literalCounts.all) }
    var distances: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(distanceCounts.all) }

    mutating func count(_ block: DeflateBlock) {
        literalCounts.all.update(repeating: 0)
        distanceCounts.all.update(repeating: 0)
        byteCounts.all.update(repeating: 0)
        extraBits = 0
        for sequence in block.sequences {
            let length = DeflateAlphabet.symbol(length: Int(sequence.length))
            let distance = DeflateAlphabet.symbol(distanceMinusOne: Int(sequence.distanceMinusOne))
            literalCounts.base[length.index] &+= 1
            distanceCounts.base[distance.index] &+= 1
            extraBits &+= length.extraBits &+ distance.extraBits
        }
        if let literals = block.literals.baseAddress { countLiterals(literals, block.literals.count) }
        for byte in 0..<256 {
            let counts = byteCounts.base + byte
            literalCounts.base[byte] = counts[0] &+ counts[256] &+ counts[512] &+ counts[768]
        }
        literalCounts.base[DeflateAlphabet.endOfBlock] = 1
    }

    /// Bits of the counted symbols in these codes.
    borrowing func bitCount(_ literalCode: PrefixCode, _ distanceCode: PrefixCode) -> Int {
        literalCode.bitCount(literals) + distanceCode.bitCount(distances) + extraBits
    }

    private func countLiterals(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
        let counts = byteCounts.base
        var index = 0
        while index &+ 8 <= count {
            let word = UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self)
            for lane in 0..<8 {
                let byte = Int(truncatingIfNeeded: word &>> UInt64(lane &* 8)) & 0xFF
                counts[(lane & 3) &* 256 &+ byte] &+= 1
            }
            index &+= 8
        }
        while index < count {
            counts[Int(bytes[index])] &+= 1
            index &+= 1
        }
    }
}
