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

    /// Bits of the longest code for a literal or a length, so that four literals fit between two flushes.
    private static let literalLimit = 14
    private static let distanceLimit = 15
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

    mutating func write(
        _ block: DeflateBlock,
        isLast: Bool,
        to output: inout SecureBytesBuilder
    ) throws(OutOfMemory) {
        let (literals, distances) = codes(for: block)
        let lengths = CodeLengths(literals: literals, distances: distances)
        let dynamicBits = lengths.bitCount + bitCount(literals, distances)
        let fixedBits = bitCount(Self.fixedLiterals, Self.fixedDistances)
        let storedBits = Self.storedBitCount(block)
        let bits = min(storedBits, fixedBits, dynamicBits)
        let form: Form = bits == storedBits ? .stored : bits == fixedBits ? .fixed : .dynamic
        pending = try Self.append(to: &output, after: pending, minimum: bits / 8 + Self.slack) { writer in
            guard form != .stored else { return Self.store(block.literals, isLast: isLast, to: &writer) }
            Self.putHead(form, isLast: isLast, to: &writer)
            if form == .dynamic { lengths.write(to: &writer) }
            encoder.encode(
                block,
                literals: form == .fixed ? Self.fixedLiterals : literals,
                distances: form == .fixed ? Self.fixedDistances : distances,
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
        var left: DeflateBlock? = symbols.block
        while let unwritten = left {
            let (block, rest) = finder.firstBlock(of: unwritten)
            try write(block, isLast: isLast && rest == nil, to: &output)
            left = rest
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
        let (literals, distances) = codes(for: block)
        return bitCount(literals, distances)
    }

    private mutating func codes(for block: DeflateBlock) -> (literals: PrefixCode, distances: PrefixCode) {
        counter.count(block)
        let literals = PrefixCode(frequencies: counter.literals, limit: Self.literalLimit)
        return (literals, PrefixCode(frequencies: counter.distances, limit: Self.distanceLimit))
    }

    private borrowing func bitCount(_ literals: PrefixCode, _ distances: PrefixCode) -> Int {
        literals.bitCount(counter.literals) + distances.bitCount(counter.distances) + counter.extraBits
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
