struct LZFSEBlockHead {
    /// Bytes that the block decodes to.
    var rawCount = 0
    /// Literals, with the fill of the last group of four.
    var literalCount = 0
    var tripletCount = 0
    /// Bytes that code the literals.
    var literalByteCount = 0
    /// Bytes that code the triplets.
    var tripletByteCount = 0
    /// Unused bits in the last byte of the literals, 0 to -7.
    var literalPadding = 0
    /// Unused bits in the last byte of the triplets, 0 to -7.
    var tripletPadding = 0
    /// The first states of the four interleaved decoders of literals.
    var literalStates: InlineArray<4, Int> = [0, 0, 0, 0]
    /// The first states of the decoders of L, M and D.
    var tripletStates: InlineArray<3, Int> = [0, 0, 0]
    var byteCount = 0

    /// Reads the head of a block, from its mark on, and the frequencies of all symbols.
    init(
        _ bytes: UnsafeRawBufferPointer,
        frequencies: UnsafeMutableBufferPointer<UInt16>
    ) throws(LZFSEError) {
        if bytes.littleEndian(UInt32.self, at: 0) == LZFSEFormat.packedTablesMark {
            try readPacked(bytes, frequencies)
        } else {
            try readPlain(bytes, frequencies)
        }
        guard literalCount <= LZFSEFormat.maximumLiterals, literalCount % 4 == 0,
            tripletCount <= LZFSEFormat.maximumTriplets
        else { throw .malformed }
        let states = [tripletStates[0], tripletStates[1], tripletStates[2], literalStates[0]]
        for (state, alphabet) in zip(states, LZFSEFormat.alphabets) where state >= alphabet.stateCount {
            throw .malformed
        }
        for index in 1..<4 where literalStates[index] >= LZFSEFormat.literals.stateCount { throw .malformed }
        guard byteCount <= bytes.count, literalByteCount + tripletByteCount <= bytes.count - byteCount else {
            throw .truncated
        }
    }

    /// Reads a head with the mark `bvx1`: every number has bytes of its own.
    private mutating func readPlain(
        _ bytes: UnsafeRawBufferPointer,
        _ frequencies: UnsafeMutableBufferPointer<UInt16>
    ) throws(LZFSEError) {
        byteCount = LZFSEFormat.plainHeadCount
        guard bytes.count >= byteCount else { throw .truncated }
        func long(_ offset: Int) -> Int { Int(bytes.littleEndian(UInt32.self, at: offset)) }
        func short(_ offset: Int) -> Int { Int(bytes.littleEndian(UInt16.self, at: offset)) }
        rawCount = long(4)
        literalCount = long(12)
        tripletCount = long(16)
        literalByteCount = long(20)
        tripletByteCount = long(24)
        literalPadding = Int(Int32(truncatingIfNeeded: long(28)))
        for index in 0..<4 { literalStates[index] = short(32 + 2 * index) }
        tripletPadding = Int(Int32(truncatingIfNeeded: long(40)))
        for index in 0..<3 { tripletStates[index] = short(44 + 2 * index) }
        for index in frequencies.indices { frequencies[index] = UInt16(short(50 + 2 * index)) }
    }

    /// Reads a head with the mark `bvx2`: the numbers are packed into three words, and the frequencies have codes.
    private mutating func readPacked(
        _ bytes: UnsafeRawBufferPointer,
        _ frequencies: UnsafeMutableBufferPointer<UInt16>
    ) throws(LZFSEError) {
        guard bytes.count >= LZFSEFormat.packedHeadCount else { throw .truncated }
        func field(_ word: Int, _ offset: Int, _ width: Int) -> Int {
            Int(bytes.littleEndian(UInt64.self, at: 8 + 8 * word) >> UInt64(offset) & (1 << UInt64(width) - 1))
        }
        rawCount = Int(bytes.littleEndian(UInt32.self, at: 4))
        literalCount = field(0, 0, 20)
        literalByteCount = field(0, 20, 20)
        tripletCount = field(0, 40, 20)
        literalPadding = field(0, 60, 3) - 7
        for index in 0..<4 { literalStates[index] = field(1, 10 * index, 10) }
        tripletByteCount = field(1, 40, 20)
        tripletPadding = field(1, 60, 3) - 7
        byteCount = field(2, 0, 32)
        for index in 0..<3 { tripletStates[index] = field(2, 32 + 10 * index, 10) }
        guard byteCount <= bytes.count else { throw .truncated }
        guard byteCount >= LZFSEFormat.packedHeadCount else { throw .malformed }
        let tables = UnsafeRawBufferPointer(rebasing: bytes[LZFSEFormat.packedHeadCount..<byteCount])
        guard LZFSEFrequencyCode.decode(tables, frequencies) else { throw .malformed }
    }
}
