import BoundedWork
import ImageCore
import SecureMemory

extension ReducedPixels {
    /// Pixels of the edge of a tile.
    static let tile = 4

    /// For each tile, the largest change between the two pixels beside or above and below one of its pixels.
    func changes(_ cancellation: Cancellation) throws(OutOfMemory) -> Tiles<Int16> {
        try most(cancellation) { first, _, second in max(first, second) &- min(first, second) }
    }

    /// For each tile, how far one of its pixels is at most from the mean of the two beside it, or above and below it.
    func bends(_ cancellation: Cancellation) throws(OutOfMemory) -> Tiles<Int16> {
        try most(cancellation) { first, middle, second in
            let mean = (first &+ second) >> 1
            return max(mean, middle) &- min(mean, middle)
        }
    }

    /// For each tile the largest `measure` of three samples that follow each other in a row or a column.
    @inline(__always)
    private func most(
        _ cancellation: Cancellation,
        _ measure: (Int16, Int16, Int16) -> Int16
    ) throws(OutOfMemory) -> Tiles<Int16> {
        let edge = Self.tile
        let tiles = try Tiles<Int16>(columns: (width + edge - 1) / edge, rows: (height + edge - 1) / edge)
        let count = width * 3
        let most = try WipedBuffer<Int16>(count: count)
        for tileRow in (0..<tiles.rows).whileWanted(cancellation) {
            most.base.update(repeating: 0, count: count)
            for y in tileRow * edge..<min((tileRow + 1) * edge, height) {
                let (above, center, below) = (row(max(y - 1, 0)), row(y), row(min(y + 1, height - 1)))
                // The first and the last row have nothing on one side.
                if y > 0, y < height - 1 {
                    for index in 0..<count {
                        most.base[index] = max(most.base[index], measure(above[index], center[index], below[index]))
                    }
                }
                for index in 3..<max(count - 3, 3) {
                    let value = measure(center[index &- 3], center[index], center[index &+ 3])
                    most.base[index] = max(most.base[index], value)
                }
            }
            for column in 0..<tiles.columns {
                var largest: Int16 = 0
                for index in column * edge * 3..<min((column + 1) * edge, width) * 3 {
                    largest = max(largest, most.base[index])
                }
                tiles[column, tileRow] = largest
            }
        }
        return tiles
    }
}
