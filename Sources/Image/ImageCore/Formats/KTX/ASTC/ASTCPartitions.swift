/// The pair of endpoints of each texel of a block (Khronos Data Format Specification, section "Partition Pattern Generation").
enum ASTCPartitions {
    static let seedCount = 1024

    /// The partitions, 0 to `count` - 1, of the 16 texels of a block of 4x4 pixels, two bits each, the first texel lowest. The seed
    /// is 0 to 1023, the count 2 to 4.
    static func pattern(seed: Int, count: Int) -> UInt32 {
        let numbers = Numbers(seed: seed, count: count)
        var pattern: UInt32 = 0
        for texel in 0..<16 {
            // Small blocks count double in each direction.
            pattern |= numbers.partition(x: texel % 4 * 2, y: texel / 4 * 2, count: count) << UInt32(2 * texel)
        }
        return pattern
    }

    private struct Numbers {
        private let hash: UInt32
        private var factors: [Int]

        init(seed: Int, count: Int) {
            hash = Self.hash(UInt32(seed + (count - 1) * seedCount))
            factors = []
            for place in 0..<8 { factors.append(Int(hash >> UInt32(4 * place) & 15)) }
            factors = factors.map { $0 * $0 }
            let threeShift = count == 3 ? 6 : 5
            let twoShift = seed & 2 != 0 ? 4 : 5
            let shifts = seed & 1 != 0 ? [twoShift, threeShift] : [threeShift, twoShift]
            for place in 0..<8 { factors[place] >>= shifts[place % 2] }
        }

        func partition(x: Int, y: Int, count: Int) -> UInt32 {
            func sum(_ place: Int, _ shift: UInt32) -> Int {
                (factors[place] * x + factors[place + 1] * y + Int(hash >> shift)) & 63
            }
            let sums = [sum(0, 14), sum(2, 10), count < 3 ? 0 : sum(4, 6), count < 4 ? 0 : sum(6, 2)]
            var best = 0
            for index in 1..<4 where sums[index] > sums[best] { best = index }
            return UInt32(best)
        }

        /// `hash52` of the specification.
        private static func hash(_ seed: UInt32) -> UInt32 {
            var value = seed
            value ^= value >> 15
            value = value &- value << 17
            value = value &+ value << 7
            value = value &+ value << 4
            value ^= value >> 5
            value = value &+ value << 16
            value ^= value >> 7
            value ^= value >> 3
            value ^= value << 6
            value ^= value >> 17
            return value
        }
    }
}
