extension ASTCRange {
    /// The weight, 0 to 64, for each integer of the range (Khronos Data Format Specification, section "Weight Unquantization").
    var weights: [UInt8] {
        (0..<count).map { integer in
            let value: Int
            switch (digit, bits) {
            case (.none, _): value = Self.replicated(integer, bits, to: 6)
            case (.trit, 0): value = [0, 32, 63][integer]
            case (.quint, 0): value = [0, 16, 32, 47, 63][integer]
            case (.trit, 1): value = unquantized(integer, 50, "0000000", width: 7)
            case (.quint, 1): value = unquantized(integer, 28, "0000000", width: 7)
            case (.trit, 2): value = unquantized(integer, 23, "b000b0b", width: 7)
            case (.quint, 2): value = unquantized(integer, 13, "b0000b0", width: 7)
            default: value = unquantized(integer, 11, "cb000cb", width: 7)
            }
            return UInt8(value > 32 ? value + 1 : value)
        }
    }

    /// The sample, 0 to 255, for each integer of the range (section "Endpoint Unquantization").
    var colors: [UInt8] {
        (0..<count).map { integer in
            let value: Int
            switch (digit, bits) {
            case (.none, _): value = Self.replicated(integer, bits, to: 8)
            case (.trit, 1): value = unquantized(integer, 204, "000000000", width: 9)
            case (.quint, 1): value = unquantized(integer, 113, "000000000", width: 9)
            case (.trit, 2): value = unquantized(integer, 93, "b000b0bb0", width: 9)
            case (.quint, 2): value = unquantized(integer, 54, "b0000bb00", width: 9)
            case (.trit, 3): value = unquantized(integer, 44, "cb000cbcb", width: 9)
            case (.quint, 3): value = unquantized(integer, 26, "cb0000cbc", width: 9)
            case (.trit, 4): value = unquantized(integer, 22, "dcb000dcb", width: 9)
            case (.quint, 4): value = unquantized(integer, 13, "dcb0000dc", width: 9)
            case (.trit, 5): value = unquantized(integer, 11, "edcb000ed", width: 9)
            case (.quint, 5): value = unquantized(integer, 6, "edcb0000e", width: 9)
            default: value = unquantized(integer, 5, "fedcb000f", width: 9)
            }
            return UInt8(value)
        }
    }

    /// The lowest `count` bits of `value`, repeated from the top of `width` bits.
    private static func replicated(_ value: Int, _ count: Int, to width: Int) -> Int {
        var result = 0
        for place in stride(from: width - count, through: 1 - count, by: -count) {
            result |= place >= 0 ? value << place : value >> -place
        }
        return result
    }

    /// Spreads an integer with a digit by the `factor` C and the `pattern` B of the specification, `a` for the lowest bit of the
    /// integer. The pattern has `width` bits; the result has two fewer, or one fewer and that is 0.
    private func unquantized(_ integer: Int, _ factor: Int, _ pattern: String, width: Int) -> Int {
        let letters = pattern.utf8.map { Int($0) - Int(UInt8(ascii: "a")) }
        let spread = letters.reduce(0) { $0 << 1 | ($1 >= 0 ? integer >> $1 & 1 : 0) }
        let lowest = integer & 1 == 1 ? 1 << width - 1 : 0
        let value = ((integer >> bits) * factor + spread) ^ lowest
        return lowest & 1 << (width - 2) | value >> 2
    }
}
