/// The layout of a block with a grid of weights.
struct ASTCBlockLayout: BitwiseCopyable {
    let mode: ASTCBlockMode
    /// Partitions, 1 to 4.
    let partitionCount: Int
    /// The seed of the partitions, 0 to 1023; 0 for a single one.
    let seed: Int
    /// The colour endpoint modes of the partitions, four bits each.
    private let endpointModes: Int
    /// The component, 0 to 3, that has the second of two weights; 4 if there is one alone.
    let component: Int
    let colorStart: Int
    /// Samples of the endpoints, 2 to 18.
    let colorCount: Int
    /// The range of the samples, an index of `ASTCRange.all`.
    let colorRange: Int

    /// Reads the layout; nil for a block that is not allowed (Khronos Data Format Specification, section "Illegal Encodings").
    @inline(__always)
    init?(_ block: ASTCBits, _ tables: ASTCTables) {
        mode = tables.modes[Int(truncatingIfNeeded: block.low & 0x7FF)]
        guard mode.bitCount > 0 else { return nil }
        partitionCount = Int(truncatingIfNeeded: block.low &>> 11 & 3) &+ 1
        var end = 128 &- Int(mode.bitCount)
        if partitionCount == 1 {
            seed = 0
            endpointModes = Int(truncatingIfNeeded: block.low &>> 13 & 15)
            colorStart = 17
        } else {
            seed = Int(truncatingIfNeeded: block.low &>> 13 & 1023)
            endpointModes = Self.endpointModes(block, partitionCount, &end)
            colorStart = 29
        }
        if mode.isDual {
            guard partitionCount < 4 else { return nil }
            end &-= 2
            component = block.field(end, 2)
        } else {
            component = 4
        }
        var pairs = 0
        for index in 0..<partitionCount { pairs &+= endpointModes &>> (4 &* index &+ 2) & 3 &+ 1 }
        let bitCount = end &- colorStart
        guard pairs <= 9, bitCount > 0 else { return nil }
        colorCount = pairs &* 2
        colorRange = Int(tables.colorRanges[pairs &* 128 &+ bitCount])
        guard colorRange > 0 else { return nil }
    }

    /// The colour endpoint mode of a partition, 0 to 15.
    @inline(__always)
    func endpointMode(_ partition: Int) -> Int { endpointModes &>> (4 &* partition) & 15 }

    /// The endpoint modes of two or more partitions, four bits each; some bits lie below the weights, whose start `end` was.
    private static func endpointModes(_ block: ASTCBits, _ count: Int, _ end: inout Int) -> Int {
        let selector = block.field(23, 2)
        guard selector > 0 else { return block.field(25, 4) &* 0x1111 }
        let extraCount = 3 &* count &- 4
        end &-= extraCount
        let bits = block.field(25, 4) | block.field(end, extraCount) &<< 4
        var modes = 0
        for index in 0..<count {
            let family = selector &- 1 &+ bits &>> index & 1
            let low = bits &>> (count &+ 2 &* index) & 3
            modes |= (family &<< 2 | low) &<< (4 &* index)
        }
        return modes
    }
}
