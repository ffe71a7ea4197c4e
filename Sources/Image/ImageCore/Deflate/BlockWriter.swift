import SecureMemory

/// Writer of blocks in the shortest form: with codes of their own, with the fixed codes, or stored (RFC 1951, section 3.2.3).
struct BlockWriter: ~Copyable {
    private enum Form: UInt64 {
        case stored = 0
        case fixed = 1
        case dynamic = 2
    }

    private var pending = BitWriter.Pending()
    private var counter: SymbolCounter
    private let encoder: SequenceEncoder

    private static let fixedLiterals = PrefixCode(
        lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
    )
    private static let fixedDistances = PrefixCode(lengths: Array(repeating: 5, count: 30))
    private static let storedLimit = 65_535
    /// Bytes that a writer may touch beyond its output, and the bits round a block, rounded up.
    private static let slack = 16

    init() throws(OutOfMemory) {
        let counter = try SymbolCounter()
        let encoder = try SequenceEncoder()
        self.counter = counter
        self.encoder = encoder
    }

    mutating func reset() {
        pending = BitWriter.Pending()
    }

    /// Writes a block with codes of its own for its counts, or for those levelled by one of `tolerances`, where that is shortest.
    mutating func write(
        _ block: DeflateBlock,
        isLast: Bool,
        levelledBy tolerances: [UInt32] = [],
        to output: inout SecureBytesBuilder
    ) throws(OutOfMemory) {
        counter.count(block)
        let codes = BlockCodes(for: counter).orShorter(for: counter, levelledBy: tolerances)
        let fixedBits = counter.bitCount(Self.fixedLiterals, Self.fixedDistances)
        let storedBits = Self.storedBitCount(block)
        let bits = min(storedBits, fixedBits, codes.bitCount)
        let form: Form = bits == storedBits ? .stored : bits == fixedBits ? .fixed : .dynamic
        pending = try Self.append(to: &output, after: pending, minimum: bits / 8 + Self.slack) { writer in
            guard form != .stored else { return Self.store(block.literals, isLast: isLast, to: &writer) }
            Self.putHead(form, isLast: isLast, to: &writer)
            if form == .dynamic { codes.lengths.write(to: &writer) }
            encoder.encode(
                block,
                literals: form == .fixed ? Self.fixedLiterals : codes.literals,
                distances: form == .fixed ? Self.fixedDistances : codes.distances,
                to: &writer
            )
            if isLast { writer.align() }
        }
    }

    /// Writes all symbols of `finder` in its blocks, and takes them out of the buffer.
    mutating func write<Finder: MatchFinder & ~Copyable>(
        _ symbols: inout SymbolBuffer,
        of finder: inout Finder,
        isLast: Bool,
        to output: inout SecureBytesBuilder
    ) throws(OutOfMemory) {
        let blocks = finder.blocks(of: symbols.block)
        for (index, block) in blocks.enumerated() {
            let isEnd = index == blocks.count - 1
            try write(block, isLast: isLast && isEnd, levelledBy: Finder.tolerances, to: &output)
        }
        symbols.counts = SymbolBuffer.Counts()
    }

    /// Appends an empty stored block, which ends on a byte: another stream can follow.
    mutating func synchronize(_ output: inout SecureBytesBuilder) throws(OutOfMemory) {
        pending = try Self.append(to: &output, after: pending, minimum: Self.slack) { writer in
            Self.store(UnsafeBufferPointer(start: nil, count: 0), isLast: false, to: &writer)
        }
    }

    /// Bits of `block` in codes of its own, without the bits of the codes.
    mutating func bitCount(_ block: DeflateBlock) -> Int {
        counter.count(block)
        return BlockCodes.symbolBitCount(counter)
    }

    /// Lets `write` append to `output`, with room for `minimum` bytes, and returns the bits that it left.
    private static func append(
        to output: inout SecureBytesBuilder,
        after pending: BitWriter.Pending,
        minimum: Int,
        _ write: (inout BitWriter) -> Void
    ) throws(OutOfMemory) -> BitWriter.Pending {
        var left = pending
        try output.appendInPlace(minimum: minimum) { free in
            guard let start = free.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
            var writer = BitWriter(start, after: pending)
            write(&writer)
            left = writer.pending
            return writer.next - start
        }
        return left
    }

    private static func storedBitCount(_ block: DeflateBlock) -> Int {
        guard block.sequences.isEmpty else { return .max }
        let blocks = max(1, (block.literals.count + storedLimit - 1) / storedLimit)
        return block.literals.count * 8 + blocks * 40
    }

    private static func putHead(_ form: Form, isLast: Bool, to writer: inout BitWriter) {
        writer.put(isLast ? 1 : 0, 1)
        writer.put(form.rawValue, 2)
    }

    private static func store(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, to writer: inout BitWriter) {
        var rest = bytes[...]
        repeat {
            let part = UnsafeBufferPointer(rebasing: rest.prefix(storedLimit))
            rest = rest.dropFirst(part.count)
            putHead(.stored, isLast: isLast && rest.isEmpty, to: &writer)
            writer.align()
            writer.put(UInt64(part.count), 16)
            writer.put(UInt64(part.count ^ 0xFFFF), 16)
            writer.flush()
            writer.copy(part)
        } while !rest.isEmpty
    }
}

/// Packing of values into bytes from the least significant bit on (RFC 1951, section 3.1.1).
struct BitWriter {
    /// The place of the next whole byte. ``flush()`` writes up to eight bytes from here, so the memory must reach seven bytes
    /// beyond the last byte of output.
    private(set) var next: UnsafeMutablePointer<UInt8>
    private var bits: UInt64
    private var count: Int

    struct Pending {
        fileprivate var bits: UInt64 = 0
        fileprivate var count = 0

        init() {}
    }

    init(_ start: UnsafeMutablePointer<UInt8>, after pending: Pending) {
        next = start
        bits = pending.bits
        count = pending.count
    }

    var pending: Pending {
        var pending = Pending()
        pending.bits = bits
        pending.count = count
        return pending
    }

    /// Adds the low `length` bits of `value`, whose other bits are zero; at most 57 bits between two flushes.
    @inline(__always)
    mutating func put(_ value: UInt64, _ length: Int) {
        bits |= value &<< UInt64(truncatingIfNeeded: count)
        count &+= length
    }

    /// Writes the pending whole bytes, so that fewer than 8 bits remain.
    @inline(__always)
    mutating func flush() {
        UnsafeMutableRawPointer(next).storeBytes(of: bits.littleEndian, as: UInt64.self)
        next += count &>> 3
        bits &>>= UInt64(truncatingIfNeeded: count & ~7)
        count &= 7
    }

    mutating func align() {
        flush()
        count = count > 0 ? 8 : 0
        flush()
    }

    mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        next.update(from: source, count: bytes.count)
        next += bytes.count
    }
}
