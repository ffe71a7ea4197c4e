import SecureMemory

/// The tables of a compressed block, its literals, and the loops that use them: memory for one block after the other, wiped in the
/// end.
struct LZFSETables {
    /// Frequencies of all symbols, alphabet by alphabet.
    let frequencies: UnsafeMutableBufferPointer<UInt16>
    private let entries: UnsafeMutableBufferPointer<FSEDecoderEntry>
    private let literals: UnsafeMutableRawBufferPointer
    private let memory: Memory

    private final class Memory {
        let allocation: WipedAllocation

        init(byteCount: Int) throws(OutOfMemory) {
            allocation = try WipedAllocation(byteCount: byteCount)
        }
    }

    private static let entryCount = LZFSEFormat.alphabets.reduce(0) { $0 + $1.stateCount }

    init() throws(OutOfMemory) {
        let entriesEnd = Self.entryCount * MemoryLayout<FSEDecoderEntry>.stride
        let frequenciesEnd = entriesEnd + LZFSEFormat.symbolCount * MemoryLayout<UInt16>.stride
        memory = try Memory(byteCount: frequenciesEnd + LZFSEFormat.maximumLiterals)
        let base = memory.allocation.baseAddress
        entries = UnsafeMutableBufferPointer(
            start: base.bindMemory(to: FSEDecoderEntry.self, capacity: Self.entryCount),
            count: Self.entryCount
        )
        frequencies = UnsafeMutableBufferPointer(
            start: (base + entriesEnd).bindMemory(to: UInt16.self, capacity: LZFSEFormat.symbolCount),
            count: LZFSEFormat.symbolCount
        )
        literals = UnsafeMutableRawBufferPointer(start: base + frequenciesEnd, count: LZFSEFormat.maximumLiterals)
    }

    /// Makes the tables of the frequencies; false if they are more than the states.
    func fill() -> Bool {
        entries.update(repeating: FSEDecoderEntry())
        var (state, symbol) = (0, 0)
        for alphabet in LZFSEFormat.alphabets {
            let (states, symbols) = (state + alphabet.stateCount, symbol + alphabet.extraBits.count)
            let table = UnsafeMutableBufferPointer(rebasing: entries[state..<states])
            let frequencies = UnsafeBufferPointer(rebasing: frequencies[symbol..<symbols])
            guard FSEDecoderEntry.fill(table, alphabet, frequencies: frequencies) else { return false }
            (state, symbol) = (states, symbols)
        }
        return true
    }

    /// Decodes the literals of a block, whose frequencies the tables are of, up to `end` of the stream from the head on.
    func decodeLiterals(_ head: LZFSEBlockHead, _ bytes: UnsafeRawBufferPointer, end: Int) throws(LZFSEError) {
        guard head.literalCount > 0 else { return }
        guard var reader = BackwardBitReader(bytes, end: end, padding: head.literalPadding),
            let first = entries.baseAddress, let literals = literals.baseAddress
        else { throw .malformed }
        let table = first + (Self.entryCount - LZFSEFormat.literals.stateCount)
        let mask = LZFSEFormat.literals.stateCount - 1
        var states = head.literalStates
        var index = 0
        while index < head.literalCount {
            guard reader.refill() else { throw .malformed }
            for stream in 0..<4 {
                let literal = reader.number(&states[stream], table, mask)
                literals.storeBytes(
                    of: UInt8(truncatingIfNeeded: literal),
                    toByteOffset: index &+ stream,
                    as: UInt8.self
                )
            }
            index &+= 4
        }
    }

    /// Decodes the triplets of a block, whose literals were decoded, up to `end` of the stream from the head on, and follows them.
    func decodeTriplets(
        _ head: LZFSEBlockHead,
        _ bytes: UnsafeRawBufferPointer,
        end: Int,
        into sink: inout LZSink
    ) throws(LZFSEError) {
        guard head.tripletCount > 0 else { return }
        guard var reader = BackwardBitReader(bytes, end: end, padding: head.tripletPadding),
            let tableL = entries.baseAddress, let literals = literals.baseAddress
        else { throw .malformed }
        let (statesL, statesM) = (LZFSEFormat.lengthsOfLiterals.stateCount, LZFSEFormat.lengthsOfMatches.stateCount)
        let statesD = LZFSEFormat.distances.stateCount
        let tableM = tableL + statesL
        let tableD = tableM + statesM
        var (stateL, stateM, stateD) = (head.tripletStates[0], head.tripletStates[1], head.tripletStates[2])
        var (taken, distance) = (0, 0)
        for _ in 0..<head.tripletCount {
            // At most 14, 17 and 23 bits.
            guard reader.refill() else { throw .malformed }
            let literalCount = reader.number(&stateL, tableL, statesL &- 1)
            let matchCount = reader.number(&stateM, tableM, statesM &- 1)
            let newDistance = reader.number(&stateD, tableD, statesD &- 1)
            if newDistance != 0 { distance = newDistance }
            let available = head.literalCount &- taken
            guard literalCount <= available,
                sink.append(literals + taken, count: literalCount, available: available),
                matchCount == 0 || sink.repeat(count: matchCount, distance: distance)
            else { throw .malformed }
            taken &+= literalCount
        }
    }
}
