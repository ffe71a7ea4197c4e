import SecureMemory

/// Writes literals and matches in a pair of prefix codes.
struct SequenceEncoder: ~Copyable {
    /// The code of each literal, and of the end of a block, with its length from bit 16 on.
    private let literals: WipedBuffer<UInt32>
    /// The code of each length from 3 on, with its extra bits, and how many bits that is from bit 24 on.
    private let lengths: WipedBuffer<UInt32>
    /// The code of each symbol for a distance, with its length from bit 16 on.
    private let distances: WipedBuffer<UInt32>

    /// - Throws: `OutOfMemory`.
    init() throws(OutOfMemory) {
        let literals = try WipedBuffer<UInt32>(count: 257)
        let lengths = try WipedBuffer<UInt32>(count: 256)
        let distances = try WipedBuffer<UInt32>(count: DeflateAlphabet.distanceSymbols)
        self.literals = literals
        self.lengths = lengths
        self.distances = distances
    }

    /// Writes `block` and its end in codes whose literals and lengths take at most 14 bits, distances at most 15.
    func encode(
        _ block: DeflateBlock,
        literals literalCode: PrefixCode,
        distances distanceCode: PrefixCode,
        to output: inout BitWriter
    ) {
        prepare(literalCode, distanceCode)
        guard var literals = block.literals.baseAddress else { return }
        let end = literals + block.literals.count
        // A copy, which the compiler keeps in registers.
        var writer = output
        for sequence in block.sequences {
            put(literals, Int(sequence.literals), to: &writer)
            literals += Int(sequence.literals)
            put(sequence, to: &writer)
        }
        put(literals, end - literals, to: &writer)
        putLiteral(DeflateAlphabet.endOfBlock, to: &writer)
        writer.flush()
        output = writer
    }

    private func prepare(_ literalCode: PrefixCode, _ distanceCode: PrefixCode) {
        for symbol in 0...DeflateAlphabet.endOfBlock {
            literals.base[symbol] = UInt32(literalCode.codes[symbol]) | UInt32(literalCode.lengths[symbol]) << 16
        }
        for rest in 0..<256 {
            let symbol = DeflateAlphabet.symbol(length: rest + DeflateAlphabet.shortestMatch)
            let length = UInt32(literalCode.lengths[symbol.index])
            let bits = UInt32(literalCode.codes[symbol.index]) | UInt32(symbol.extra) << length
            lengths.base[rest] = bits | (length + UInt32(symbol.extraBits)) << 24
        }
        for index in 0..<DeflateAlphabet.distanceSymbols {
            distances.base[index] = UInt32(distanceCode.codes[index]) | UInt32(distanceCode.lengths[index]) << 16
        }
    }

    @inline(__always)
    private func put(_ bytes: UnsafePointer<UInt8>, _ count: Int, to writer: inout BitWriter) {
        var index = 0
        while index &+ 4 <= count {
            putLiteral(Int(bytes[index]), to: &writer)
            putLiteral(Int(bytes[index &+ 1]), to: &writer)
            putLiteral(Int(bytes[index &+ 2]), to: &writer)
            putLiteral(Int(bytes[index &+ 3]), to: &writer)
            writer.flush()
            index &+= 4
        }
        guard index < count else { return }
        while index < count {
            putLiteral(Int(bytes[index]), to: &writer)
            index &+= 1
        }
        writer.flush()
    }

    @inline(__always)
    private func putLiteral(_ symbol: Int, to writer: inout BitWriter) {
        let literal = literals.base[symbol]
        writer.put(UInt64(literal & 0xFFFF), Int(literal &>> 16))
    }

    @inline(__always)
    private func put(_ sequence: DeflateSequence, to writer: inout BitWriter) {
        let length = lengths.base[Int(sequence.length) &- DeflateAlphabet.shortestMatch]
        writer.put(UInt64(length & 0xFF_FFFF), Int(length &>> 24))
        let rest = Int(sequence.distanceMinusOne)
        let symbol = DeflateAlphabet.symbol(distanceMinusOne: rest)
        let distance = distances.base[symbol.index]
        writer.put(UInt64(distance & 0xFFFF), Int(distance &>> 16))
        writer.put(UInt64(symbol.extra), symbol.extraBits)
        writer.flush()
    }
}
