import SecureMemory

/// How sure the network is of each of its pixels that there is text: from 0 to 255, rows without padding.
struct ProbabilityMap: ~Copyable {
    let width: Int
    let height: Int
    let base: UnsafeMutablePointer<UInt8>

    private let allocation: WipedAllocation

    /// - Throws: `OutOfMemory`.
    init(width: Int, height: Int) throws(OutOfMemory) {
        allocation = try WipedAllocation(byteCount: width * height)
        base = allocation.baseAddress.bindMemory(to: UInt8.self, capacity: width * height)
        base.update(repeating: 0, count: width * height)
        (self.width, self.height) = (width, height)
    }

    /// Takes over what a tile has a say in; where several have, the surest counts.
    ///
    /// - Parameter probabilities: Of all pixels of the tile, 0 to 1: rows of `columns.padded.count` numbers.
    func write(_ probabilities: UnsafePointer<Float>, columns: Tiles.Tile, rows: Tiles.Tile) {
        for y in rows.decided {
            let source = probabilities + (y - rows.padded.lowerBound) * columns.padded.count
            let target = base + y * width
            for x in columns.decided {
                let probability = source[x - columns.padded.lowerBound]
                // A comparison that no NaN passes, which a network whose file is damaged returns.
                guard probability > 0 else { continue }
                target[x] = max(target[x], UInt8(min(probability, 1) * 255))
            }
        }
    }
}
