import SecureMemory

struct CostModel: ~Copyable {
    let literals: WipedBuffer<UInt32>
    let lengths: WipedBuffer<UInt32>
    let distances: WipedBuffer<UInt32>

    private var counter: SymbolCounter

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

    mutating func guess() {
        set(literals: { _ in 6 }, lengthSymbols: { _ in 6 }, distanceSymbols: { _ in 4 })
    }

    mutating func learn(_ block: DeflateBlock) {
        counter.count(block)
        let literalCode = PrefixCode(frequencies: counter.literals, limit: 14).lengths
        let distanceCode = PrefixCode(frequencies: counter.distances, limit: 15).lengths
        // A symbol that did not occur may yet, at the price of longer others.
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

    /// Adds the symbols that `other` counted, without their extra bits.
    mutating func add(_ other: borrowing SymbolCounter) {
        for (index, count) in other.literals.enumerated() { literalCounts.base[index] &+= count }
        for (index, count) in other.distances.enumerated() { distanceCounts.base[index] &+= count }
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
