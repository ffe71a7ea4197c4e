/// How finite state entropy (FSE) codes a symbol: the bits that it takes from the state, and the state that follows.
struct FSEEncoderEntry: BitwiseCopyable {
    /// The first state from which ``bits`` are taken; from those before it, one less.
    var longStart: Int32 = 0
    /// Bits that are taken.
    var bits: Int32 = 0
    /// What is added to the rest of the state where all bits were taken.
    var longOffset: Int32 = 0
    /// What is added to it where one less was.
    var shortOffset: Int32 = 0

    /// The entry of each symbol.
    ///
    /// - Parameters:
    ///   - table: Room for an entry for each symbol.
    ///   - alphabet: The symbols.
    ///   - frequencies: How many states each symbol has, as many as there are states all together.
    static func fill(
        _ table: UnsafeMutableBufferPointer<FSEEncoderEntry>,
        _ alphabet: FSEAlphabet,
        frequencies: UnsafeBufferPointer<UInt16>
    ) {
        let stateCount = Int32(alphabet.stateCount)
        var offset: Int32 = 0
        for symbol in frequencies.indices where frequencies[symbol] > 0 {
            let frequency = Int32(frequencies[symbol])
            let bits = Int32(alphabet.stateBits) - (31 - Int32(frequency.leadingZeroBitCount))
            table[symbol] = FSEEncoderEntry(
                longStart: frequency << bits - stateCount,
                bits: bits,
                longOffset: offset - frequency + stateCount >> bits,
                // The only symbol of all states is never coded so.
                shortOffset: offset - frequency + (bits > 0 ? stateCount >> (bits - 1) : 0)
            )
            offset += frequency
        }
    }

    /// How many states each symbol gets, for so many occurrences.
    ///
    /// - Parameters:
    ///   - counts: Occurrences of each symbol.
    ///   - alphabet: The symbols, fewer than its states.
    ///   - frequencies: Where the numbers are written to: at least 1 for what occurs, and all states together, if anything does.
    static func normalize(
        _ counts: UnsafeBufferPointer<UInt32>,
        _ alphabet: FSEAlphabet,
        _ frequencies: UnsafeMutableBufferPointer<UInt16>
    ) {
        frequencies.update(repeating: 0)
        let total = counts.reduce(0) { $0 + Int($1) }
        guard total > 0 else { return }
        var rest = alphabet.stateCount
        for symbol in counts.indices where counts[symbol] > 0 {
            let share = (Int(counts[symbol]) * alphabet.stateCount + total / 2) / total
            frequencies[symbol] = UInt16(max(share, 1))
            rest -= max(share, 1)
        }
        while rest != 0 {
            guard let largest = frequencies.indices.max(by: { frequencies[$0] < frequencies[$1] }) else { return }
            // A symbol gives at most half of its states away, so that none is left without.
            let change = rest > 0 ? rest : max(rest, -Int(frequencies[largest]) / 2)
            frequencies[largest] = UInt16(Int(frequencies[largest]) + change)
            rest -= change
        }
    }
}

/// Writes bits from the start of a stream on, which are then read from its end.
struct ForwardBitWriter {
    private let target: UnsafeMutableRawPointer
    private let capacity: Int
    /// Whole bytes that were written.
    private(set) var count = 0
    private var bits: UInt64 = 0
    private var bitCount = 0

    /// - Parameters:
    ///   - target: Where the stream starts.
    ///   - capacity: Bytes that there is room for: 8 more than are used.
    init(_ target: UnsafeMutableRawPointer, capacity: Int) {
        self.target = target
        self.capacity = capacity
    }

    /// Writes up to 32 bits.
    @inline(__always)
    mutating func push(_ value: Int, _ length: Int) {
        if bitCount &+ length > 64 { flush() }
        bits |= UInt64(truncatingIfNeeded: value) &<< UInt64(bitCount)
        bitCount &+= length
    }

    /// Codes a symbol.
    @inline(__always)
    mutating func encode(_ state: inout Int, _ entry: FSEEncoderEntry) {
        let isLong = state >= Int(entry.longStart)
        let length = isLong ? Int(entry.bits) : Int(entry.bits) &- 1
        push(state & (1 &<< length &- 1), length)
        state = state &>> length &+ Int(isLong ? entry.longOffset : entry.shortOffset)
    }

    @inline(__always)
    private mutating func flush() {
        precondition(capacity &- count >= 8, "a stream is longer than it can be")
        target.storeBytes(of: bits.littleEndian, toByteOffset: count, as: UInt64.self)
        let whole = bitCount &>> 3
        count &+= whole
        bits = whole == 8 ? 0 : bits &>> UInt64(8 &* whole)
        bitCount &-= 8 &* whole
    }

    /// Ends the stream.
    ///
    /// - Returns: How many bits of the last byte are not used, as 0 to -7.
    mutating func finish() -> Int {
        flush()
        guard bitCount > 0 else { return 0 }
        let padding = bitCount - 8
        count += 1
        bitCount = 0
        return padding
    }
}
