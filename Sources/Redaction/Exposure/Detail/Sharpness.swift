import SecureMemory

/// Where a picture has detail as fine as a display can show, and where it is only smooth.
///
/// The change over two pixels is held against the change over four. An edge that was drawn has all of its height in the first;
/// under a Gaussian of sigma 2 pixels, it has less than two thirds.
struct Sharpness {
    /// For each tile of level 0, whether there is sharp detail in it: 1 or 0.
    let sharp: Tiles<UInt8>
    /// For each level, the tiles that hold sharp detail, or are beside one that does.
    let near: [Tiles<UInt8>]
    /// The share of tiles in which nothing changes.
    let flatShare: Double
    /// The share of tiles with sharp detail.
    let sharpShare: Double

    /// The least change that counts, of 255: half of what the faintest fields and lines of interfaces have.
    private static let leastChange = 4 * ReducedPixels.unit
    /// Of the change over four pixels, the share over two from which on it is sharp.
    private static let leastShare = 0.65

    init(_ pyramid: borrowing DetailPyramid) throws(OutOfMemory) {
        let (fine, coarse) = (pyramid.changes[0], pyramid.changes[1])
        let (mostFine, mostCoarse) = (try fine.spread(), try coarse.spread())
        let sharp = try Tiles<UInt8>(columns: fine.columns, rows: fine.rows)
        var flatCount = 0
        for index in sharp.indices {
            if max(fine[index], coarse[index]) < Self.leastChange { flatCount += 1 }
            guard fine[index] >= Self.leastChange else { continue }
            // A level less, as samples are rounded.
            let share = Double(mostFine[index] - ReducedPixels.unit) / Double(max(mostCoarse[index], 1))
            if share >= Self.leastShare { sharp[index] = 1 }
        }
        self.sharp = sharp
        sharpShare = Double(sharp.indices.count { sharp[$0] == 1 }) / Double(sharp.indices.count)
        flatShare = Double(flatCount) / Double(sharp.indices.count)
        var near = [try sharp.spread(), try sharp.spread()]
        var level = sharp
        for number in 2...DetailPyramid.levels {
            level = try level.reduced(to: pyramid.changes[number])
            near.append(try level.spread())
        }
        self.near = near
    }
}
