import SecureMemory

/// The order in which a file holds the blocks of a picture.
enum BlockOrder: Equatable {
    /// Row by row.
    case rows
    /// In tiles of 32x32 blocks, row by row; within a tile in Morton order, whose place is made of the bits of the column and the
    /// row in turn.
    case tiles(MortonOrder)

    /// The coordinate of a block that has the lowest bit of its place within a tile. The bits of the other stand between.
    enum MortonOrder {
        case columnFirst, rowFirst
    }

    /// Blocks of a tile in each direction.
    static let tileEdge = 32

    /// The orders to look for, the likeliest first, as it is taken where there is nothing to tell them by.
    static let all: [BlockOrder] = [.tiles(.rowFirst), .tiles(.columnFirst), .rows]

    /// Blocks of whole tiles that cover a picture.
    static func paddedCount(_ size: PixelSize) -> Int {
        let (width, height) = ASTCPicture.blocks(size)
        let (columns, rows) = ((width + tileEdge - 1) / tileEdge, (height + tileEdge - 1) / tileEdge)
        return columns * rows * tileEdge * tileEdge
    }

    /// Where each block of a picture stands in the file, in blocks, row by row.
    ///
    /// - Parameters:
    ///   - size: The size of the picture, in pixels.
    ///   - isPadded: Whether tiles at the edges have all of their blocks, or only those that the picture has.
    /// - Throws: `OutOfMemory`.
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

    /// The blocks of a tile in their order.
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
