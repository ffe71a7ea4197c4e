/// Packs sequences of integers of a range (Khronos Data Format Specification, section "Integer Sequence Encoding").
struct ASTCIntegerWriter {
    private let range: ASTCRange
    /// The lowest packed number that holds each combination of digits, the first digit the lowest.
    private let packed: [UInt8]

    /// - Parameter range: The range of the integers.
    init(_ range: ASTCRange) {
        self.range = range
        let groupCount = range.digitBits.count
        let combinations = (0..<groupCount).reduce(1) { count, _ in count * range.digitCount }
        var packed = [UInt8](repeating: 0, count: combinations)
        let numbers = groupCount == 0 ? 0 : 1 << range.digitBits.reduce(0, +)
        // From the highest down, so that the lowest stays: the last group of a sequence may lack the upper bits.
        for number in (0..<numbers).reversed() {
            let digits = range.digit == .trit ? ASTCRange.trits(number) : ASTCRange.quints(number)
            packed[digits.reversed().reduce(0) { $0 * range.digitCount + $1 }] = UInt8(number)
        }
        self.packed = packed
    }

    /// The bits of a sequence, from the first on.
    ///
    /// - Parameters:
    ///   - integers: Of the range.
    ///   - count: How many there are.
    func bits(_ integers: UnsafePointer<UInt8>, count: Int) -> ASTCBits {
        var result = ASTCBits.none
        let groupCount = max(range.digitBits.count, 1)
        var (offset, start) = (0, 0)
        while start < count {
            let end = min(start + groupCount, count)
            var combination = 0
            for index in (start..<end).reversed() {
                combination = combination * range.digitCount + Int(integers[index]) >> range.bits
            }
            var digits = packed.isEmpty ? 0 : Int(packed[combination])
            for index in start..<end {
                result.insert(Int(integers[index]) & (1 << range.bits - 1), at: offset)
                offset += range.bits
                guard range.digit != .none else { continue }
                let length = range.digitBits[index - start]
                result.insert(digits & (1 << length - 1), at: offset)
                digits >>= length
                offset += length
            }
            start = end
        }
        return result
    }
}
