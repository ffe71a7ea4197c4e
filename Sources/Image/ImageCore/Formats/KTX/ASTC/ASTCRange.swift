/// A range of integers from 0 on, each of some bits below a digit of base 3 or 5, if any (Khronos Data Format Specification,
/// section "Integer Sequence Encoding").
struct ASTCRange: BitwiseCopyable {
    enum Digit: BitwiseCopyable {
        case none
        /// A digit of base 3; five of them are packed into 8 bits.
        case trit
        /// A digit of base 5; three of them are packed into 7 bits.
        case quint
    }

    let digit: Digit
    let bits: Int

    /// All ranges, from the smallest to the largest.
    static let all: [ASTCRange] = [
        .init(.none, 1), .init(.trit, 0), .init(.none, 2), .init(.quint, 0), .init(.trit, 1), .init(.none, 3),
        .init(.quint, 1), .init(.trit, 2), .init(.none, 4), .init(.quint, 2), .init(.trit, 3), .init(.none, 5),
        .init(.quint, 3), .init(.trit, 4), .init(.none, 6), .init(.quint, 4), .init(.trit, 5), .init(.none, 7),
        .init(.quint, 5), .init(.trit, 6), .init(.none, 8),
    ]

    /// The number of ranges, of ``all``, for weights.
    static let weightRangeCount = 12
    /// The first range, of ``all``, for colours.
    static let firstColorRange = 4

    private init(_ digit: Digit, _ bits: Int) {
        self.digit = digit
        self.bits = bits
    }

    var count: Int {
        switch digit {
        case .none: 1 << bits
        case .trit: 3 << bits
        case .quint: 5 << bits
        }
    }

    func bitCount(_ count: Int) -> Int {
        switch digit {
        case .none: bits * count
        case .trit: bits * count + (8 * count + 4) / 5
        case .quint: bits * count + (7 * count + 2) / 3
        }
    }

    /// The largest range, as an index of ``all``, in which `count` colour integers take at most `bits`; nil if there is none.
    static func largest(forColors count: Int, bits: Int) -> Int? {
        all.indices.last { $0 >= firstColorRange && all[$0].bitCount(count) <= bits }
    }
}

extension ASTCRange {
    /// The five digits of base 3 that 8 bits hold.
    static func trits(_ packed: Int) -> [Int] {
        func bit(_ index: Int) -> Int { packed >> index & 1 }
        var digits = [0, 0, 0, 0, 0]
        var rest: Int
        if packed >> 2 & 7 == 7 {
            rest = (packed >> 5) << 2 | packed & 3
            (digits[4], digits[3]) = (2, 2)
        } else {
            rest = packed & 31
            (digits[4], digits[3]) = packed >> 5 & 3 == 3 ? (2, bit(7)) : (bit(7), packed >> 5 & 3)
        }
        if rest & 3 == 3 {
            (digits[2], digits[1]) = (2, rest >> 4)
            digits[0] = (rest >> 3 & 1) * 2 | rest >> 2 & 1 & ~(rest >> 3)
        } else if rest >> 2 & 3 == 3 {
            (digits[2], digits[1], digits[0]) = (2, 2, rest & 3)
        } else {
            (digits[2], digits[1]) = (rest >> 4, rest >> 2 & 3)
            digits[0] = (rest >> 1 & 1) * 2 | rest & 1 & ~(rest >> 1)
        }
        return digits
    }

    /// The three digits of base 5 that 7 bits hold.
    static func quints(_ packed: Int) -> [Int] {
        func bit(_ index: Int) -> Int { packed >> index & 1 }
        if packed >> 1 & 3 == 3, packed >> 5 == 0 {
            let mask = 1 - bit(0)
            return [4, 4, bit(0) << 2 | (bit(4) & mask) << 1 | bit(3) & mask]
        }
        let rest: Int
        let last: Int
        if packed >> 1 & 3 == 3 {
            last = 4
            rest = (packed >> 3 & 3) << 3 | (~(packed >> 5) & 3) << 1 | bit(0)
        } else {
            last = packed >> 5
            rest = packed & 31
        }
        return rest & 7 == 5 ? [rest >> 3, 4, last] : [rest & 7, rest >> 3, last]
    }
}
