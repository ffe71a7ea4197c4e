import ImageCore
import SecureMemory

/// Sharp detail that hangs together: a line of text, a logo, the outline of a button.
struct Island: Sendable, Equatable {
    /// What it extends over.
    var area: Area
    /// Tiles with sharp detail in it.
    var tileCount: Int

    /// Parts of an island are at most this far from each other, in widths of the picture: the space between words.
    private static let reach = 0.025

    /// So many tiles with weak detail are what rounding makes of a slope.
    private static let mostStray = 2
    /// From here on a change is no rounding.
    private static let strongChange = 8 * ReducedPixels.unit

    /// All of a picture.
    static func all(in sharpness: Sharpness, of pyramid: borrowing DetailPyramid) throws(OutOfMemory) -> [Island] {
        let sharp = sharpness.sharp
        let reach = max(Int((Self.reach * Double(sharp.columns) / 2).rounded()), 1)
        let joined = try sharp.spread(columns: reach, rows: max(reach / 2, 1))
        let size = pyramid.size
        var islands: [Island] = []
        var open: [Int] = []
        for start in joined.indices where joined[start] == 1 {
            joined[start] = 0
            open.append(start)
            var (columns, rows, tileCount) = (start % sharp.columns...start % sharp.columns, 0...0, 0)
            var strongest: Int16 = 0
            while let tile = open.popLast() {
                let (column, row) = (tile % sharp.columns, tile / sharp.columns)
                if sharp[tile] == 1 {
                    columns =
                        tileCount == 0
                        ? column...column : min(columns.lowerBound, column)...max(columns.upperBound, column)
                    rows = tileCount == 0 ? row...row : min(rows.lowerBound, row)...max(rows.upperBound, row)
                    tileCount += 1
                    strongest = max(strongest, pyramid.changes[0][tile])
                }
                for y in max(row - 1, 0)...min(row + 1, sharp.rows - 1) {
                    for x in max(column - 1, 0)...min(column + 1, sharp.columns - 1) where joined[x, y] == 1 {
                        joined[x, y] = 0
                        open.append(y * sharp.columns + x)
                    }
                }
            }
            guard tileCount > Self.mostStray || strongest >= Self.strongChange else { continue }
            let edge = Double(DetailPyramid.tile)
            let area = Area(
                columns: Double(columns.lowerBound)
                    * edge...min(Double(columns.upperBound + 1) * edge, Double(size.width)),
                rows: Double(rows.lowerBound) * edge...min(Double(rows.upperBound + 1) * edge, Double(size.height))
            )
            islands.append(Island(area: area, tileCount: tileCount))
        }
        return islands
    }
}
