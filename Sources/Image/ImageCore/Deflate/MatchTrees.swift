import SecureMemory

/// Earlier places of bytes, in binary trees: one for each hash of the first few, sorted by the bytes behind them, the last place
/// on top. So the longest match is on a short way from the top, and the nearest of each length on the way to it.
struct MatchTrees: ~Copyable {
    private let roots: WipedBuffer<UInt32>
    /// For each position within reach the one below that sorts before it, and the one that sorts after it.
    private let children: WipedBuffer<UInt32>

    private static let hashBits = 15
    static let shortestMatch = 4

    init() throws(OutOfMemory) {
        let roots = try WipedBuffer<UInt32>(count: 1 << Self.hashBits)
        let children = try WipedBuffer<UInt32>(count: 2 * DeflateAlphabet.longestDistance)
        self.roots = roots
        self.children = children
    }

    func reset() {
        roots.all.update(repeating: 0)
        children.all.update(repeating: 0)
    }

    /// Enters the bytes at `place`, and reports length and distance of each earlier place on the way that matches more of them than
    /// the places before, up to `limit` bytes, at least ``shortestMatch``, and `depth` places, or fewer that match many bytes.
    /// Positions only ever grow; `reach` is below ``DeflateAlphabet/longestDistance``.
    @inline(__always)
    func enter(
        _ bytes: UnsafePointer<UInt8>,
        position: UInt32,
        reach: Int,
        limit: Int,
        depth: Int,
        found: (_ length: Int, _ distance: Int) -> Void
    ) {
        let children = self.children.base
        let slot = Self.hash(bytes)
        var candidate = roots.base[slot]
        roots.base[slot] = position
        var before = children + Self.node(position)
        var after = before + 1
        var longest = 0
        var left = depth
        while left > 0 {
            let distance = Int(position &- candidate)
            guard distance <= reach else { break }
            let other = bytes - distance
            let node = children + Self.node(candidate)
            let length = MatchLength.of(other, bytes, known: 0, limit: limit)
            // Long ones take longer to compare.
            left &-= 1 &+ length &>> 6
            if length > longest {
                longest = length
                found(length, distance)
                guard length < limit else {
                    (before.pointee, after.pointee) = (node[0], node[1])
                    return
                }
            }
            if other[length] < bytes[length] {
                before.pointee = candidate
                before = node + 1
            } else {
                after.pointee = candidate
                after = node
            }
            candidate = other[length] < bytes[length] ? node[1] : node[0]
        }
        before.pointee = 0
        after.pointee = 0
    }

    @inline(__always)
    private static func hash(_ bytes: UnsafePointer<UInt8>) -> Int {
        Int(truncatingIfNeeded: (MatchLength.half(bytes) &* 0x9E37_79B1) &>> UInt32(32 &- hashBits))
    }

    @inline(__always)
    private static func node(_ position: UInt32) -> Int {
        2 &* (Int(position) & (DeflateAlphabet.longestDistance &- 1))
    }
}
