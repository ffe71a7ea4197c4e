import SecureMemory

/// What is left of a picture beside its sharp detail: the slopes of what was blurred, or nothing.
struct Softness: Sendable {
    /// For each level, the share of the tiles without sharp detail in which the picture bends; nil where there are none.
    let bentShares: [Double?]
    /// For each level from the second on, which part of the change at that level is there at the next finer one, where it is
    /// steepest; nil where too little changes.
    let steepness: [Double?]

    /// The least bend that counts, of 255: more than rounding to whole samples makes.
    private static let leastBend = Int16(1.6 * Double(ReducedPixels.unit))
    /// The least change at a level that is looked at for its steepness: the finer the level, the less is rounding evened out.
    private static func leastChange(_ level: Int) -> Int16 {
        (level == 1 ? 24 : level == 2 ? 12 : 6) * ReducedPixels.unit
    }
    /// Of the tiles in which enough changes, the share that is less steep.
    private static let quantile = 0.85
    /// Tiles in which enough has to change.
    private static let leastCount = 3

    init(_ pyramid: borrowing DetailPyramid, _ sharpness: Sharpness) throws(OutOfMemory) {
        var bentShares: [Double?] = [nil, nil]
        var steepness: [Double?] = [nil]
        for level in 1...DetailPyramid.levels {
            let near = sharpness.near[level]
            let changes = pyramid.changes[level]
            if level > 1 {
                let free = near.indices.filter { near[$0] == 0 }
                let bent = free.count { pyramid.bends[level][$0] >= Self.leastBend }
                bentShares.append(free.isEmpty ? nil : Double(bent) / Double(free.count))
            }
            let coarse = try changes.spread()
            let spread = try pyramid.changes[level - 1].spread()
            let fine = level == 1 ? spread : try spread.reduced(to: changes)
            let shares = changes.indices.filter { near[$0] == 0 && changes[$0] >= Self.leastChange(level) }
                .map { Double(fine[$0]) / Double(coarse[$0]) }.sorted()
            steepness.append(
                shares.count < Self.leastCount
                    ? nil : shares[min(Int(Double(shares.count) * Self.quantile), shares.count - 1)]
            )
        }
        (self.bentShares, self.steepness) = (bentShares, steepness)
    }
}
