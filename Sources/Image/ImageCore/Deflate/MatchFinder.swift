import BoundedWork
import SecureMemory

/// Division of bytes into literals and matches.
///
/// A finder sees a window that slides over the stream. Positions in the stream are those in the window plus an offset that grows
/// as the window slides.
protocol MatchFinder: ~Copyable, SendableMetatype {
    static var shortestMatch: Int { get }
    /// Approximate number of bytes that it works on at a time.
    static var chunkCount: Int { get }
    /// Approximate number of literals and matches of one block.
    static var symbolsOfBlock: Int { get }
    /// Bits of 16 bytes from which on ``PhotographDeflater`` is faster and writes hardly more; nil if it writes more.
    static var bitsOfPhotograph: Int? { get }

    /// - Parameters:
    ///   - rowDistance: Bytes from a filtered row to the next.
    ///   - pixelDistance: Bytes from a pixel to the next.
    ///   - capacity: Bytes that it has to work on at a time.
    ///   - cancellation: Once it is cancelled, the finder may find nothing.
    init(
        rowDistance: Int,
        pixelDistance: Int,
        capacity: Int,
        cancellation: Cancellation
    ) throws(OutOfMemory)

    mutating func reset()

    /// Remembers `range` of `window`, for matches to reach back to.
    mutating func learn(_ window: UnsafePointer<UInt8>, _ range: Range<Int>, offset: Int)

    /// Appends the literals and matches that make up `range` of `window`.
    ///
    /// - Parameters:
    ///   - window: Bytes from the first that a match may reach to the end of `range`, and ``overread`` more, which may be
    ///     read but play no part.
    ///   - offset: Position of the window in the stream, more than ``DeflateAlphabet/longestDistance``.
    ///   - symbols: Room for as many literals, and for one match in ``shortestMatch`` bytes.
    mutating func find(
        _ window: UnsafePointer<UInt8>,
        _ range: Range<Int>,
        offset: Int,
        into symbols: inout SymbolBuffer
    )
}

extension MatchFinder where Self: ~Copyable {
    static var bitsOfPhotograph: Int? { nil }

    /// Bytes beyond the window that may be read, and play no part.
    static var overread: Int { 64 }
}

/// Earlier places of the same few bytes, from the last place back.
struct HashChains: ~Copyable {
    /// The last position of each hash; 0 if there is none.
    private let heads: WipedBuffer<UInt32>
    /// For each position within reach the one before it with the same hash.
    private let previous: WipedBuffer<UInt32>
    /// Bits that a word is moved up by for its hash, so that later bytes drop out.
    private let shift: UInt64

    private static let hashBits = 15

    /// - Parameter byteCount: Hashed bytes, 4 to 8.
    init(byteCount: Int) throws(OutOfMemory) {
        let heads = try WipedBuffer<UInt32>(count: 1 << Self.hashBits)
        let previous = try WipedBuffer<UInt32>(count: DeflateAlphabet.longestDistance)
        self.heads = heads
        self.previous = previous
        shift = UInt64(64 - 8 * byteCount)
    }

    func reset() {
        heads.all.update(repeating: 0)
        previous.all.update(repeating: 0)
    }

    /// Enters `position`, where `word` stands, and returns the last position before it with the same hash, if any.
    ///
    /// Positions only ever grow.
    @inline(__always)
    func enter(_ position: UInt32, _ word: UInt64) -> UInt32 {
        let hash = (word &<< shift) &* 0x9E37_79B1_85EB_CA87
        let slot = Int(truncatingIfNeeded: hash &>> UInt64(64 &- Self.hashBits))
        let last = heads.base[slot]
        heads.base[slot] = position
        previous.base[Int(position) & (DeflateAlphabet.longestDistance &- 1)] = last
        return last
    }

    /// The position before `position` in its chain. Undefined if `position` is out of reach.
    @inline(__always)
    func before(_ position: UInt32) -> UInt32 {
        previous.base[Int(position) & (DeflateAlphabet.longestDistance &- 1)]
    }
}
