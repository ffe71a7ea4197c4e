/// Tables for decoding blocks, made once, and the same for every picture.
final class ASTCTables: @unchecked Sendable {
    // Sendable: the memory is written before `shared` exists, and never after.

    static let shared = ASTCTables()

    let ranges: UnsafePointer<ASTCRange>
    /// The mode of the grid for each value of a block's lowest 11 bits.
    let modes: UnsafePointer<ASTCBlockMode>
    /// The weight of each integer of a range: 32 for each range.
    let weights: UnsafePointer<UInt8>
    /// The sample of each integer of a range: 256 for each range.
    let colors: UnsafePointer<UInt8>
    /// The range of colours by pairs of endpoint values, 0 to 9, and bits, 0 to 127; 0 if there is none.
    let colorRanges: UnsafePointer<UInt8>
    /// The five digits of base 3 in 8 bits, two bits each.
    let trits: UnsafePointer<UInt16>
    /// The three digits of base 5 in 7 bits, three bits each.
    let quints: UnsafePointer<UInt16>
    /// The partitions of the texels for each number of partitions, 2 to 4, and each seed.
    let partitions: UnsafePointer<UInt32>
    /// The weights of a grid for each texel: 16 for each size of a grid.
    let infills: UnsafePointer<Infill>

    /// The four weights of a grid round a texel, and their shares, 16 together.
    struct Infill: BitwiseCopyable {
        var places: SIMD4<UInt8> = [0, 0, 0, 0]
        var shares: SIMD4<UInt8> = [0, 0, 0, 0]
    }

    private init() {
        modes = Self.kept((0..<2048).map { mode in ASTCBlockMode(mode) ?? ASTCBlockMode.reserved })
        let ranges = ASTCRange.all
        self.ranges = Self.kept(ranges)
        weights = Self.kept(ranges.prefix(ASTCRange.weightRangeCount).flatMap { Self.padded($0.weights, 32) })
        let noColors = [[UInt8]](repeating: [], count: ASTCRange.firstColorRange)
        let allColors = noColors + ranges.dropFirst(ASTCRange.firstColorRange).map(\.colors)
        colors = Self.kept(allColors.flatMap { Self.padded($0, 256) })
        colorRanges = Self.kept(
            (0..<10).flatMap { pairs in
                (0..<128).map { bits in UInt8(ASTCRange.largest(forColors: pairs * 2, bits: bits) ?? 0) }
            }
        )
        trits = Self.kept((0..<256).map { Self.packed(ASTCRange.trits($0), bits: 2) })
        quints = Self.kept((0..<128).map { Self.packed(ASTCRange.quints($0), bits: 3) })
        let seeds = ASTCPartitions.seedCount
        partitions = Self.kept(
            (2...4).flatMap { count in (0..<seeds).map { ASTCPartitions.pattern(seed: $0, count: count) } }
        )
        infills = Self.kept(
            (2...4).flatMap { width in (2...4).flatMap { height in Self.infill(width: width, height: height) } }
        )
    }

    private static func kept<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = memory.initialize(from: elements)
        guard let base = memory.baseAddress else { preconditionFailure("a table is not empty") }
        return UnsafePointer(base)
    }

    private static func padded(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: count - bytes.count)
    }

    private static func packed(_ digits: [Int], bits: Int) -> UInt16 {
        digits.reversed().reduce(0) { $0 << UInt16(bits) | UInt16($1) }
    }

    /// The weights of the texels of a block of 4x4 pixels (Khronos Data Format Specification, section "Weight Infill").
    private static func infill(width: Int, height: Int) -> [Infill] {
        // (1024 + 4 / 2) / (4 - 1)
        let scale = 342
        return (0..<16).map { texel in
            let x = (scale * (texel % 4) * (width - 1) + 32) >> 6
            let y = (scale * (texel / 4) * (height - 1) + 32) >> 6
            let (rightShare, lowerShare) = (x & 15, y & 15)
            let corner = (rightShare * lowerShare + 8) >> 4
            let shares = [16 - rightShare - lowerShare + corner, rightShare - corner, lowerShare - corner, corner]
            let first = x >> 4 + (y >> 4) * width
            var infill = Infill()
            for (index, place) in [first, first + 1, first + width, first + width + 1].enumerated() {
                // A weight beyond the grid has no share.
                infill.places[index] = shares[index] > 0 ? UInt8(place) : 0
                infill.shares[index] = UInt8(shares[index])
            }
            return infill
        }
    }
}
