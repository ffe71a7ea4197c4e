import SecureMemory

/// How often each symbol occurs in a block.
struct SymbolCounter: ~Copyable {
    private let literalCounts: WipedBuffer<UInt32>
    private let distanceCounts: WipedBuffer<UInt32>
    /// Four counts of each literal: neighbours are often equal, and an addition that waits for the one before is slow.
    private let byteCounts: WipedBuffer<UInt32>
    /// Extra bits that follow the codes of the block.
    private(set) var extraBits = 0

    /// - Throws: `OutOfMemory`.
    init() throws(OutOfMemory) {
        let literalCounts = try WipedBuffer<UInt32>(count: DeflateAlphabet.literalSymbols)
        let distanceCounts = try WipedBuffer<UInt32>(count: DeflateAlphabet.distanceSymbols)
        let byteCounts = try WipedBuffer<UInt32>(count: 4 * 256)
        self.literalCounts = literalCounts
        self.distanceCounts = distanceCounts
        self.byteCounts = byteCounts
    }

    /// How often each symbol for a literal, the end of a block or a length occurs.
    var literals: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(literalCounts.all) }
    /// How often each symbol for a distance occurs.
    var distances: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(distanceCounts.all) }

    /// Forgets the block before and counts the symbols of `block`.
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
