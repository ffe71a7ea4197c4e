/// The grid of weights of a block, by its lowest 11 bits (Khronos Data Format Specification, section "Block Mode").
struct ASTCBlockMode: BitwiseCopyable {
    /// Columns of the grid, 2 to 4.
    let width: UInt8
    /// Rows of the grid, 2 to 4.
    let height: UInt8
    let isDual: Bool
    /// The range of the weights, an index of `ASTCRange.all`.
    let range: UInt8
    let weightCount: UInt8
    /// Bits of all weights; 0 for a mode that is not allowed.
    let bitCount: UInt8

    static let reserved = ASTCBlockMode(width: 0, height: 0, isDual: false, range: 0, weightCount: 0, bitCount: 0)

    private init(width: UInt8, height: UInt8, isDual: Bool, range: UInt8, weightCount: UInt8, bitCount: UInt8) {
        self.width = width
        self.height = height
        self.isDual = isDual
        self.range = range
        self.weightCount = weightCount
        self.bitCount = bitCount
    }

    init?(_ mode: Int) {
        guard let (width, height, rho, isPlain) = Self.layout(mode), rho >= 2 else { return nil }
        let isDual = !isPlain && mode >> 10 & 1 == 1
        let isPrecise = !isPlain && mode >> 9 & 1 == 1
        guard width <= 4, height <= 4 else { return nil }
        let range = rho - 2 + (isPrecise ? 6 : 0)
        let count = width * height * (isDual ? 2 : 1)
        let bits = ASTCRange.all[range].bitCount(count)
        guard count <= 64, (24...96).contains(bits) else { return nil }
        self.init(
            width: UInt8(width),
            height: UInt8(height),
            isDual: isDual,
            range: UInt8(range),
            weightCount: UInt8(count),
            bitCount: UInt8(bits)
        )
    }

    /// The size of the grid, the number of the range, and whether the two highest bits belong to the size; nil for modes that are
    /// reserved, or stand for a block without weights.
    private static func layout(_ mode: Int) -> (width: Int, height: Int, rho: Int, isPlain: Bool)? {
        func bits(_ offset: Int, _ count: Int = 2) -> Int { mode >> offset & (1 << count - 1) }
        if bits(0) != 0 {
            let rho = bits(0) << 1 | bits(4, 1)
            switch (bits(2), bits(8, 1)) {
            case (0, _): return (bits(7) + 4, bits(5) + 2, rho, false)
            case (1, _): return (bits(7) + 8, bits(5) + 2, rho, false)
            case (2, _): return (bits(5) + 2, bits(7) + 8, rho, false)
            case (_, 0): return (bits(5) + 2, bits(7, 1) + 6, rho, false)
            default: return (bits(7, 1) + 2, bits(5) + 2, rho, false)
            }
        }
        let rho = bits(2) << 1 | bits(4, 1)
        switch bits(7) {
        case 0: return (12, bits(5) + 2, rho, false)
        case 1: return (bits(5) + 2, 12, rho, false)
        case 2: return (bits(5) + 6, bits(9) + 6, rho, true)
        default:
            switch bits(5) {
            case 0: return (6, 10, rho, false)
            case 1: return (10, 6, rho, false)
            default: return nil
            }
        }
    }
}
