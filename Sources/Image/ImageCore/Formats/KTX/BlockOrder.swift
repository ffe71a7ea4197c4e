import SecureMemory

enum BlockOrder: Equatable {
    /// Row by row.
    case rows
    /// In tiles of 32x32 blocks, row by row; within a tile in Morton order, by the bits of the column and the row in turn.
    case tiles(MortonOrder)

    /// The coordinate of a block with the lowest bit of its place within a tile; bits of the other stand between.
    enum MortonOrder {
        case columnFirst, rowFirst
    }

    static let tileEdge = 32

    /// The orders to look for, the likeliest first: it is taken without evidence.
    static let all: [BlockOrder] = [.tiles(.rowFirst), .tiles(.columnFirst), .rows]

    /// Blocks of whole tiles that cover a picture.
    static func paddedCount(_ size: PixelSize) -> Int {
        let (width, height) = ASTCPicture.blocks(size)
        let (columns, rows) = ((width + tileEdge - 1) / tileEdge, (height + tileEdge - 1) / tileEdge)
        return columns * rows * tileEdge * tileEdge
    }

    /// The place in the file of each block of a picture, in blocks, row by row. Padded tiles at the edges have all of their blocks,
    /// others those of the picture.
    func places(_ size: PixelSize, isPadded: Bool) throws(OutOfMemory) -> WipedBuffer<UInt32> {
        let (width, height) = ASTCPicture.blocks(size)
        let places = try WipedBuffer<UInt32>(count: width * height)
        switch self {
        case .rows:
            for index in 0..<places.count { places.base[index] = UInt32(truncatingIfNeeded: index) }
        case .tiles(let order):
            let steps = Self.steps(order)
            var next: UInt32 = 0
            for top in stride(from: 0, to: height, by: Self.tileEdge) {
                for left in stride(from: 0, to: width, by: Self.tileEdge) {
                    for step in steps {
                        let (column, row) = (left + step.column, top + step.row)
                        let isInside = column < width && row < height
                        if isInside { places.base[row * width + column] = next }
                        if isInside || isPadded { next += 1 }
                    }
                }
            }
        }
        return places
    }

    private static func steps(_ order: MortonOrder) -> [(column: Int, row: Int)] {
        (0..<tileEdge * tileEdge).map { place in
            var (first, second) = (0, 0)
            for bit in 0..<5 {
                first |= (place >> (2 * bit) & 1) << bit
                second |= (place >> (2 * bit + 1) & 1) << bit
            }
            return order == .columnFirst ? (first, second) : (second, first)
        }
    }
}
