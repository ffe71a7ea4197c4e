/// SplitMix64 (Steele, Lea and Flood, 2014): the same numbers on every run, so that a report can be reproduced.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// A generator whose numbers depend on `seed` alone.
    init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// `count` different codes of `length` digits.
    ///
    /// - Precondition: There are as many.
    mutating func codes(_ count: Int, length: Int) -> [Code] {
        precondition(count <= Code.count(length: length), "there are fewer codes")
        var drawn: Set<Int> = []
        var codes: [Code] = []
        while codes.count < count {
            let value = Int.random(in: 0..<Code.count(length: length), using: &self)
            if drawn.insert(value).inserted { codes.append(Code(value, length: length)) }
        }
        return codes
    }
}
