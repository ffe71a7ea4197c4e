/// Comparing what stands at two places of a window.
///
/// All of it reads up to 16 bytes beyond what it was asked for, which the window allows.
enum MatchLength {
    /// The eight bytes at `bytes`, the first one in the lowest bits.
    @inline(__always)
    static func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    }

    /// The four bytes at `bytes`.
    @inline(__always)
    static func half(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
        UInt32(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self))
    }

    /// How many of the bytes at `place` equal those of `word`: 0 to 8.
    @inline(__always)
    static func ofWord(_ word: UInt64, at place: UnsafePointer<UInt8>) -> Int {
        let difference = Self.word(place) ^ word
        // A word of zeros has 64 of them.
        return difference.trailingZeroBitCount &>> 3
    }

    /// How many bytes at `first` and `second` are equal: `known`, which are, to `limit`.
    @inline(__always)
    static func of(_ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, known: Int, limit: Int) -> Int {
        var length = known
        while length < limit {
            let low = word(first + length) ^ word(second + length)
            let high = word(first + length + 8) ^ word(second + length + 8)
            if low | high != 0 {
                let equal = low != 0 ? low.trailingZeroBitCount : 64 &+ high.trailingZeroBitCount
                return min(length &+ equal &>> 3, limit)
            }
            length &+= 16
        }
        return limit
    }
}
