/// Reader of sequences of integers, and of their meanings.
struct ASTCIntegerReader: BitwiseCopyable {
    /// The five digits of base 3 in 8 bits, two bits each.
    let trits: UnsafePointer<UInt16>
    /// The three digits of base 5 in 7 bits, three bits each.
    let quints: UnsafePointer<UInt16>

    /// Reads `count` integers from the first bit of `stream` on, with zeros behind them, and writes the meaning of each to
    /// `target`, which has room for four more.
    @inline(__always)
    func read(
        _ count: Int,
        _ range: ASTCRange,
        from stream: ASTCBits,
        _ meanings: UnsafePointer<UInt8>,
        to target: UnsafeMutablePointer<UInt8>
    ) {
        var stream = stream
        let bits = range.bits
        switch range.digit {
        case .none:
            for index in 0..<count { target[index] = meanings[stream.take(bits)] }
        case .trit:
            var index = 0
            while index < count {
                readTrits(bits, &stream, meanings, target + index)
                index &+= 5
            }
        case .quint:
            var index = 0
            while index < count {
                readQuints(bits, &stream, meanings, target + index)
                index &+= 3
            }
        }
    }

    @inline(__always)
    private func readTrits(
        _ bits: Int,
        _ stream: inout ASTCBits,
        _ meanings: UnsafePointer<UInt8>,
        _ target: UnsafeMutablePointer<UInt8>
    ) {
        let low0 = stream.take(bits)
        var packed = stream.take(2)
        let low1 = stream.take(bits)
        packed |= stream.take(2) &<< 2
        let low2 = stream.take(bits)
        packed |= stream.take(1) &<< 4
        let low3 = stream.take(bits)
        packed |= stream.take(2) &<< 5
        let low4 = stream.take(bits)
        packed |= stream.take(1) &<< 7
        let digits = Int(trits[packed])
        target[0] = meanings[(digits & 3) &<< bits | low0]
        target[1] = meanings[(digits &>> 2 & 3) &<< bits | low1]
        target[2] = meanings[(digits &>> 4 & 3) &<< bits | low2]
        target[3] = meanings[(digits &>> 6 & 3) &<< bits | low3]
        target[4] = meanings[(digits &>> 8 & 3) &<< bits | low4]
    }

    @inline(__always)
    private func readQuints(
        _ bits: Int,
        _ stream: inout ASTCBits,
        _ meanings: UnsafePointer<UInt8>,
        _ target: UnsafeMutablePointer<UInt8>
    ) {
        let low0 = stream.take(bits)
        var packed = stream.take(3)
        let low1 = stream.take(bits)
        packed |= stream.take(2) &<< 3
        let low2 = stream.take(bits)
        packed |= stream.take(2) &<< 5
        let digits = Int(quints[packed])
        target[0] = meanings[(digits & 7) &<< bits | low0]
        target[1] = meanings[(digits &>> 3 & 7) &<< bits | low1]
        target[2] = meanings[(digits &>> 6 & 7) &<< bits | low2]
    }
}
