/// The numbers that a state of finite state entropy (FSE) decodes to, and the states that may follow it.
struct FSEDecoderEntry: BitwiseCopyable {
    /// Bits to read: for the next state, and for the number within the symbol's range.
    var totalBits: UInt8 = 0
    /// Bits for the number.
    var extraBits: UInt8 = 0
    var nextState: Int16 = 0
    var base: Int32 = 0

    /// Fills a table with an entry for each state of the alphabet, but for states without a symbol; false if the frequencies,
    /// states of each symbol, need more.
    static func fill(
        _ table: UnsafeMutableBufferPointer<FSEDecoderEntry>,
        _ alphabet: FSEAlphabet,
        frequencies: UnsafeBufferPointer<UInt16>
    ) -> Bool {
        let stateCount = alphabet.stateCount
        var state = 0
        for symbol in frequencies.indices where frequencies[symbol] > 0 {
            let frequency = Int(frequencies[symbol])
            guard frequency <= stateCount - state else { return false }
            // The shift that brings the frequency to between one and two numbers of states.
            let shift = alphabet.stateBits - (Int.bitWidth - 1 - frequency.leadingZeroBitCount)
            let longCount = (2 * stateCount >> shift) - frequency
            for index in 0..<frequency {
                let isLong = index < longCount
                let stateBits = isLong ? shift : shift - 1
                let next = isLong ? (frequency + index) << shift - stateCount : (index - longCount) << (shift - 1)
                table[state] = FSEDecoderEntry(
                    totalBits: UInt8(stateBits) + alphabet.extraBits[symbol],
                    extraBits: alphabet.extraBits[symbol],
                    nextState: Int16(next),
                    base: alphabet.bases[symbol]
                )
                state += 1
            }
        }
        return true
    }
}

/// Reader of bits from the end of a stream towards its start: finite state entropy is decoded in the opposite order of its
/// encoding.
struct BackwardBitReader {
    private let source: UnsafeRawBufferPointer
    private var position: Int
    private var bits: UInt64 = 0
    private var bitCount = 0

    /// Starts at `end`, within `source`, whose bytes before the stream are looked at but not used in a sound stream. `padding` bits
    /// of the last byte, 0 to -7, are unused. Nil if bytes are missing, or unused bits are not 0.
    init?(_ source: UnsafeRawBufferPointer, end: Int, padding: Int) {
        let count = padding == 0 ? 7 : 8
        guard (-7...0).contains(padding), end >= count, end <= source.count else { return nil }
        self.source = source
        position = end - count
        for index in 0..<count { bits |= UInt64(source[position + index]) << UInt64(8 * index) }
        bitCount = count * 8 + padding
        guard bits >> UInt64(bitCount) == 0 else { return nil }
    }

    /// Makes 56 bits available; false if the source has too few.
    @inline(__always)
    mutating func refill() -> Bool {
        let wanted = (63 &- bitCount) & ~7
        guard wanted > 0 else { return true }
        let start = position &- wanted >> 3
        guard start >= 0 else { return false }
        position = start
        // At least 7 bytes were read behind the position, and at least one before it.
        let incoming = UInt64(littleEndian: source.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        bits = bits &<< UInt64(wanted) | incoming & (1 &<< UInt64(wanted) &- 1)
        bitCount &+= wanted
        return true
    }

    /// The next `count` bits, of which there are as many.
    @inline(__always)
    mutating func pull(_ count: UInt8) -> Int {
        bitCount &-= Int(count)
        let result = bits &>> UInt64(bitCount)
        bits &= 1 &<< UInt64(bitCount) &- 1
        return Int(truncatingIfNeeded: result)
    }

    /// The number of the next symbol. `state` is within `table` before and after.
    @inline(__always)
    mutating func number(_ state: inout Int, _ table: UnsafeMutablePointer<FSEDecoderEntry>, _ mask: Int) -> Int {
        let entry = table[state]
        let pulled = pull(entry.totalBits)
        state = (Int(entry.nextState) &+ pulled &>> Int(entry.extraBits)) & mask
        return Int(entry.base) &+ pulled & (1 &<< Int(entry.extraBits) &- 1)
    }
}
