/// The 128 bits of a block, or of a part of it, the lowest first.
struct ASTCBits: BitwiseCopyable, Equatable {
    var low: UInt64
    var high: UInt64

    static let none = ASTCBits(low: 0, high: 0)

    /// Up to 16 bits from `offset` on, which may cross the middle; 0 beyond the end.
    @inline(__always)
    func field(_ offset: Int, _ count: Int) -> Int {
        Int(truncatingIfNeeded: dropping(offset).low & (1 &<< UInt64(count) &- 1))
    }

    @inline(__always)
    func dropping(_ count: Int) -> ASTCBits {
        if count == 0 { return self }
        if count >= 64 { return ASTCBits(low: high >> UInt64(count &- 64), high: 0) }
        let shift = UInt64(count)
        return ASTCBits(low: low &>> shift | high &<< (64 &- shift), high: high &>> shift)
    }

    @inline(__always)
    func prefix(_ count: Int) -> ASTCBits {
        if count >= 64 { return ASTCBits(low: low, high: high & (1 << UInt64(count &- 64) &- 1)) }
        return ASTCBits(low: low & (1 &<< UInt64(count) &- 1), high: 0)
    }

    @inline(__always)
    var reversed: ASTCBits { ASTCBits(low: high.bitReversed, high: low.bitReversed) }

    @inline(__always)
    mutating func take(_ count: Int) -> Int {
        let value = low & (1 &<< UInt64(count) &- 1)
        low = low &>> UInt64(count) | (high &<< 1) &<< (63 &- UInt64(count))
        high = high &>> UInt64(count)
        return Int(truncatingIfNeeded: value)
    }
}

extension UInt64 {
    @inline(__always)
    var bitReversed: UInt64 {
        var bits = byteSwapped
        bits = (bits &>> 4) & 0x0F0F_0F0F_0F0F_0F0F | (bits & 0x0F0F_0F0F_0F0F_0F0F) &<< 4
        bits = (bits &>> 2) & 0x3333_3333_3333_3333 | (bits & 0x3333_3333_3333_3333) &<< 2
        return (bits &>> 1) & 0x5555_5555_5555_5555 | (bits & 0x5555_5555_5555_5555) &<< 1
    }
}
