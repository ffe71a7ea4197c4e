import SecureMemory

/// Where the same few bytes stood before, from the last place back.
struct HashChains: ~Copyable {
    /// The last position of each hash; 0 if there is none.
    private let heads: WipedBuffer<UInt32>
    /// For each position within reach the one before it with the same hash.
    private let previous: WipedBuffer<UInt32>
    /// Bits that a word is moved up by for its hash, so that those of later bytes drop out.
    private let shift: UInt64

    private static let hashBits = 15

    /// - Parameter byteCount: Bytes that are hashed, 4 to 8.
    /// - Throws: `OutOfMemory`.
    init(byteCount: Int) throws(OutOfMemory) {
        let heads = try WipedBuffer<UInt32>(count: 1 << Self.hashBits)
        let previous = try WipedBuffer<UInt32>(count: DeflateAlphabet.longestDistance)
        self.heads = heads
        self.previous = previous
        shift = UInt64(64 - 8 * byteCount)
    }

    /// Forgets all positions that were seen.
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

    /// The position before `position` in its chain. What it returns may be anything if `position` is out of reach.
    @inline(__always)
    func before(_ position: UInt32) -> UInt32 {
        previous.base[Int(position) & (DeflateAlphabet.longestDistance &- 1)]
    }
}
