import CISAL
import SecureMemory

/// Deflate by ISA-L, at a speed that hardly depends on repetition.
///
/// Faster than a ``MatchFinder`` where little repeats, for example in photographs and blurs. The written bytes depend on the
/// processor, the bytes read back do not. ISA-L has no memory of its own.
struct PhotographDeflater: ~Copyable {
    private let stream: UnsafeMutablePointer<isal_zstream>
    private let state: WipedAllocation
    private let levelBuffer: WipedBuffer<UInt8>

    /// The first level whose blocks have codes of their own.
    private static let level: UInt32 = 1
    private static let minimumRoom = 64 << 10

    enum End {
        /// A strip, which ends on a byte: another can follow.
        case ofStrip
        case ofStream
    }

    init() throws(OutOfMemory) {
        let state = try WipedAllocation(byteCount: MemoryLayout<isal_zstream>.size)
        let levelBuffer = try WipedBuffer<UInt8>(count: Int(isal_level_buffer_count))
        stream = state.baseAddress.bindMemory(to: isal_zstream.self, capacity: 1)
        isal_deflate_init(stream)
        stream.pointee.level = Self.level
        stream.pointee.level_buf = levelBuffer.base
        stream.pointee.level_buf_size = UInt32(levelBuffer.count)
        self.state = state
        self.levelBuffer = levelBuffer
    }

    /// Appends `bytes`, deflated, to `output`; some of them with the next ones, unless something ends with them. They are read
    /// alone, and at least one and less than 4 GiB.
    mutating func append(
        _ bytes: UnsafeMutableBufferPointer<UInt8>,
        upTo end: End?,
        to output: inout SecureBytesBuilder
    ) throws(OutOfMemory) {
        let stream = self.stream
        stream.pointee.next_in = bytes.baseAddress
        stream.pointee.avail_in = UInt32(bytes.count)
        stream.pointee.flush = UInt16(end == .ofStrip ? SYNC_FLUSH : NO_FLUSH)
        stream.pointee.end_of_stream = end == .ofStream ? 1 : 0
        repeat {
            try output.appendInPlace(minimum: Self.minimumRoom) { free in
                let room = UInt32(clamping: free.count)
                stream.pointee.next_out = free.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.pointee.avail_out = room
                let result = isal_deflate(stream)
                precondition(result == COMP_OK, "ISA-L refuses its settings")
                return Int(room - stream.pointee.avail_out)
            }
        } while stream.pointee.avail_out == 0
    }
}

struct SequenceEncoder: ~Copyable {
    /// The code of each literal, and of the end of a block, with its length from bit 16 on.
    private let literals: WipedBuffer<UInt32>
    /// The code of each length from 3 on, with its extra bits, and their number from bit 24 on.
    private let lengths: WipedBuffer<UInt32>
    /// The code of each symbol for a distance, with its length from bit 16 on.
    private let distances: WipedBuffer<UInt32>

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
