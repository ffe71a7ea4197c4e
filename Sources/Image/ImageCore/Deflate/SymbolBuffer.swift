import SecureMemory

/// Literals and matches that wait to be written, in wiped memory.
struct SymbolBuffer: ~Copyable {
    private let literals: WipedBuffer<UInt8>
    private let sequences: WipedBuffer<DeflateSequence>
    /// How much is in the buffer. Set to what it was before, it takes back what was appended since.
    var counts = Counts()

    struct Counts {
        fileprivate var literals = 0
        fileprivate var sequences = 0
        /// Literals after the last match.
        fileprivate var trailingLiterals = 0
    }

    /// Bytes that are copied at a time, some of which may be beyond what counts.
    private static let stride = 16

    /// - Parameters:
    ///   - literals: Room for so many literals.
    ///   - sequences: Room for so many matches.
    /// - Throws: `OutOfMemory`.
    init(literals: Int, sequences: Int) throws(OutOfMemory) {
        let literals = try WipedBuffer<UInt8>(count: literals + Self.stride)
        let sequences = try WipedBuffer<DeflateSequence>(count: sequences)
        self.literals = literals
        self.sequences = sequences
    }

    /// Everything in the buffer, until the next time that it changes.
    var block: DeflateBlock {
        DeflateBlock(
            literals: UnsafeBufferPointer(start: literals.base, count: counts.literals),
            sequences: UnsafeBufferPointer(start: sequences.base, count: counts.sequences)
        )
    }

    /// Appends `count` literals.
    ///
    /// - Parameter bytes: `count` bytes, and 16 more that may be read but play no part.
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

    /// Appends a match of `length` bytes, 3 to 258, that are `distance` bytes back.
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
