import BoundedWork
import SecureMemory

/// Division of bytes into literals and matches.
///
/// Sees a window that slides over the stream: positions in the stream are positions in the window plus an offset.
protocol MatchFinder: ~Copyable, SendableMetatype {
    static var shortestMatch: Int { get }
    static var chunkCount: Int { get }
    /// Symbols that are worth a block, and make one unless the finder divides them otherwise.
    static var symbolsOfBlock: Int { get }
    /// Differences between counts of symbols that ``BlockCodes`` may level.
    static var tolerances: [UInt32] { get }

    init(
        rowDistance: Int,
        pixelDistance: Int,
        capacity: Int,
        cancellation: Cancellation
    ) throws(OutOfMemory)

    mutating func reset()

    /// Remembers `range` of `window`, for matches to reach back to.
    mutating func learn(_ window: UnsafePointer<UInt8>, _ range: Range<Int>, offset: Int)

    /// Appends the literals and matches that make up `range` of `window`, which reaches back to the first byte that a match may,
    /// and has ``overread`` bytes after the range. `offset` is its position in the stream, more than
    /// ``DeflateAlphabet/longestDistance``; there is room for as many literals, and for one match in ``shortestMatch`` bytes.
    mutating func find(
        _ window: UnsafePointer<UInt8>,
        _ range: Range<Int>,
        offset: Int,
        into symbols: inout SymbolBuffer
    )

    /// The symbols found, as the blocks that they are to be written in.
    mutating func blocks(of symbols: DeflateBlock) -> [DeflateBlock]
}

extension MatchFinder where Self: ~Copyable {
    static var tolerances: [UInt32] { [] }

    func blocks(of symbols: DeflateBlock) -> [DeflateBlock] { symbols.parts(of: Self.symbolsOfBlock) }

    /// Bytes beyond the window that may be read, and play no part.
    static var overread: Int { 64 }
}

/// Hash of eight bytes.
enum WordHash {
    /// The place of `word` in a table of 2 to the power of `bits`.
    @inline(__always)
    static func slot(_ word: UInt64, bits: Int) -> Int {
        Int(truncatingIfNeeded: (word &* 0x9E37_79B1_85EB_CA87) &>> UInt64(64 &- bits))
    }
}

/// The last place of each five bytes, as far as no others with the same hash came after them.
struct LastPlaces: ~Copyable {
    /// The last position, in the whole stream, of each hash; 0 if there is none.
    private let places: WipedBuffer<UInt32>

    private static let hashBits = 14

    init() throws(OutOfMemory) {
        places = try WipedBuffer(count: 1 << Self.hashBits)
    }

    func reset() {
        places.all.update(repeating: 0)
    }

    /// Enters `position`, where `word` stands, and returns the last position with the same hash, if any.
    @inline(__always)
    func enter(_ position: UInt32, _ word: UInt64) -> UInt32 {
        let slot = WordHash.slot(word &<< 24, bits: Self.hashBits)
        let last = places.base[slot]
        places.base[slot] = position
        return last
    }
}

/// Earlier places of the same few bytes, from the last place back.
struct HashChains: ~Copyable {
    /// The last position of each hash; 0 if there is none.
    private let heads: WipedBuffer<UInt32>
    private let previous: WipedBuffer<UInt32>
    /// Bits that a word is moved up by for its hash, so that later bytes drop out.
    private let shift: UInt64

    private static let hashBits = 15

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

    /// Enters `position`, larger than all before, where `word` stands, and returns the last position with the same hash, if any.
    @inline(__always)
    func enter(_ position: UInt32, _ word: UInt64) -> UInt32 {
        let slot = WordHash.slot(word &<< shift, bits: Self.hashBits)
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
