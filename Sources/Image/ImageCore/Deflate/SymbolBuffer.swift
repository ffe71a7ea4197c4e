import SecureMemory

struct SymbolBuffer: ~Copyable {
    private let literals: WipedBuffer<UInt8>
    private let sequences: WipedBuffer<DeflateSequence>
    /// The fill of the buffer. An earlier value takes back everything appended since.
    var counts = Counts()

    struct Counts {
        fileprivate var literals = 0
        fileprivate var sequences = 0
        fileprivate var trailingLiterals = 0
    }

    /// Bytes that are copied at a time, some of which may be beyond the counted ones.
    private static let stride = 16

    init(literals: Int, sequences: Int) throws(OutOfMemory) {
        let literals = try WipedBuffer<UInt8>(count: literals + Self.stride)
        let sequences = try WipedBuffer<DeflateSequence>(count: sequences)
        self.literals = literals
        self.sequences = sequences
    }

    var block: DeflateBlock {
        DeflateBlock(
            literals: UnsafeBufferPointer(start: literals.base, count: counts.literals),
            sequences: UnsafeBufferPointer(start: sequences.base, count: counts.sequences)
        )
    }

    /// Appends `count` literals of `bytes`, of which 16 more may be read but play no part.
    @inline(__always)
    mutating func append(_ bytes: UnsafePointer<UInt8>, count: Int) {
        let target = UnsafeMutableRawPointer(literals.base + counts.literals)
        var copied = 0
        repeat {
            let part = UnsafeRawPointer(bytes + copied).loadUnaligned(as: SIMD16<UInt8>.self)
            (target + copied).storeBytes(of: part, as: SIMD16<UInt8>.self)
            copied &+= Self.stride
        } while copied < count
        counts.literals &+= count
        counts.trailingLiterals &+= count
    }

    @inline(__always)
    mutating func append(length: Int, distance: Int) {
        sequences.base[counts.sequences] = DeflateSequence(
            literals: counts.trailingLiterals,
            length: length,
            distance: distance
        )
        counts.sequences &+= 1
        counts.trailingLiterals = 0
    }
}

/// Comparison of two places of a window, which allows reads of up to 16 bytes beyond the compared ones.
enum MatchLength {
    @inline(__always)
    static func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    }

    @inline(__always)
    static func half(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
        UInt32(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self))
    }

    /// Number of bytes at `place` that equal those of `word`: 0 to 8.
    @inline(__always)
    static func ofWord(_ word: UInt64, at place: UnsafePointer<UInt8>) -> Int {
        let difference = Self.word(place) ^ word
        // A word of zeros has 64 of them.
        return difference.trailingZeroBitCount &>> 3
    }

    /// Number of equal bytes at `first` and `second`: from `known`, which are, to `limit`.
    @inline(__always)
    static func of(_ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, known: Int, limit: Int) -> Int {
        var length = known
        while length < limit {
            let low = word(first + length) ^ word(second + length)
            let high = word(first + length + 8) ^ word(second + length + 8)
            if low | high != 0 {
                let equal = low != 0 ? low.trailingZeroBitCount : 64 &+ high.trailingZeroBitCount
                return min(length &+ equal &>> 3, limit)
            }
            length &+= 16
        }
        return limit
    }
}
