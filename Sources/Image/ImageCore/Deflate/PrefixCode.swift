/// A canonical prefix code whose lengths are limited (RFC 1951, section 3.2.2).
struct PrefixCode {
    /// The code of each symbol, bits reversed, so that it is written from its least significant bit.
    private(set) var codes: [UInt16]
    /// Bits of each symbol's code; 0 for a symbol that does not occur.
    private(set) var lengths: [UInt8]

    /// The code that writes symbols of these frequencies in the fewest bits, or nearly so where `limit` cuts in: up to 15 bits, and
    /// enough for all symbols. There are two or more, with a sum below 2^50, and at least two get a code, because readers refuse a
    /// code that leaves bits without a meaning.
    init(frequencies: UnsafeBufferPointer<UInt32>, limit: Int) {
        codes = Array(repeating: 0, count: frequencies.count)
        lengths = Array(repeating: 0, count: frequencies.count)
        // Sorted by frequency, then by symbol.
        var leaves: [UInt64] = []
        leaves.reserveCapacity(frequencies.count)
        for symbol in frequencies.indices where frequencies[symbol] > 0 {
            leaves.append(UInt64(frequencies[symbol]) << 9 | UInt64(symbol))
        }
        for symbol in 0..<2 where leaves.count < 2 && frequencies[symbol] == 0 { leaves.append(UInt64(symbol)) }
        leaves.sort()
        var depths = Self.depths(leaves.map { Int($0 >> 9) })
        Self.limit(&depths, to: limit)
        for (leaf, depth) in zip(leaves, depths) { lengths[Int(leaf & 511)] = UInt8(depth) }
        assignCodes()
    }

    init(lengths: [UInt8]) {
        self.lengths = lengths
        codes = Array(repeating: 0, count: lengths.count)
        assignCodes()
    }

    func bitCount(_ frequencies: UnsafeBufferPointer<UInt32>) -> Int {
        var bits = 0
        for symbol in frequencies.indices { bits &+= Int(frequencies[symbol]) &* Int(lengths[symbol]) }
        return bits
    }

    /// Depths of the leaves of a Huffman tree, descending, by two or more ascending weights: A. Moffat and J. Katajainen, "In-Place
    /// Calculation of Minimum-Redundancy Codes" (1995).
    private static func depths(_ weights: [Int]) -> [Int] {
        var tree = weights
        let count = tree.count
        // Weights of inner nodes first, then the parent of each.
        var root = 0
        var leaf = 0
        for node in 0..<count - 1 {
            var weight = 0
            for _ in 0..<2 {
                if leaf >= count || (root < node && tree[root] < tree[leaf]) {
                    weight += tree[root]
                    tree[root] = node
                    root += 1
                } else {
                    weight += tree[leaf]
                    leaf += 1
                }
            }
            tree[node] = weight
        }
        // Depths of inner nodes from the root down.
        tree[count - 2] = 0
        for node in stride(from: count - 3, through: 0, by: -1) { tree[node] = tree[tree[node]] + 1 }
        // Where a level has more nodes than inner ones, the rest are leaves.
        var available = 1
        var depth = 0
        var inner = count - 2
        var next = count - 1
        while available > 0 {
            var used = 0
            while inner >= 0, tree[inner] == depth {
                used += 1
                inner -= 1
            }
            for _ in used..<available {
                tree[next] = depth
                next -= 1
            }
            available = 2 * used
            depth += 1
        }
        return tree
    }

    /// Shortens the descending depths of a full tree to `limit`: of two of the deepest leaves one takes their parent's place, and
    /// the other hangs beside a leaf of a shallower level (ITU-T T.81, annex K.3).
    private static func limit(_ depths: inout [Int], to limit: Int) {
        let deepest = depths[0]
        guard deepest > limit else { return }
        var counts = Array(repeating: 0, count: deepest + 1)
        for depth in depths { counts[depth] += 1 }
        for depth in stride(from: deepest, to: limit, by: -1) {
            while counts[depth] > 0 {
                var shallower = depth - 2
                while counts[shallower] == 0 { shallower -= 1 }
                counts[depth] -= 2
                counts[depth - 1] += 1
                counts[shallower] -= 1
                counts[shallower + 1] += 2
            }
        }
        var index = 0
        for depth in stride(from: limit, through: 1, by: -1) {
            for _ in 0..<counts[depth] {
                depths[index] = depth
                index += 1
            }
        }
    }

    private mutating func assignCodes() {
        let longest = 15
        var counts = Array(repeating: 0, count: longest + 1)
        for length in lengths where length > 0 { counts[Int(length)] += 1 }
        var next = Array(repeating: UInt16(0), count: longest + 1)
        var code = 0
        for length in 1...longest {
            code = (code + counts[length - 1]) << 1
            next[length] = UInt16(truncatingIfNeeded: code)
        }
        for symbol in lengths.indices where lengths[symbol] > 0 {
            let length = Int(lengths[symbol])
            codes[symbol] = Self.reversed(next[length], length)
            next[length] &+= 1
        }
    }

    private static func reversed(_ code: UInt16, _ length: Int) -> UInt16 {
        var value = code
        value = (value & 0x5555) << 1 | (value >> 1) & 0x5555
        value = (value & 0x3333) << 2 | (value >> 2) & 0x3333
        value = (value & 0x0F0F) << 4 | (value >> 4) & 0x0F0F
        return value.byteSwapped >> UInt16(16 - length)
    }
}
