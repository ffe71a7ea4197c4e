import ImageCore
import SecureMemory

/// Connected sharp detail: a line of text, a logo, the outline of a button.
struct Island: Sendable, Equatable {
    var area: Area
    var tileCount: Int

    /// Distance of parts of an island, in widths of the picture: the space between words.
    private static let reach = 0.025

    /// Tiles with weak detail that rounding may make of a slope.
    private static let mostStray = 2
    private static let strongChange = 8 * ReducedPixels.unit

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

struct Band: Sendable {
    private(set) var islands: [Island]
    private(set) var area: Area

    var widestGap: Double {
        var end = area.columns.lowerBound
        var widest = 0.0
        for island in islands.sorted(by: { $0.area.columns.lowerBound < $1.area.columns.lowerBound }) {
            widest = max(widest, island.area.columns.lowerBound - end)
            end = max(end, island.area.columns.upperBound)
        }
        return widest
    }

    /// All bands, from the top down: an island that begins above the end of another is in the same.
    static func all(of islands: [Island]) -> [Band] {
        var bands: [Band] = []
        for island in islands.sorted(by: { $0.area.rows.lowerBound < $1.area.rows.lowerBound }) {
            if let last = bands.last, island.area.rows.lowerBound < last.area.rows.upperBound {
                bands[bands.count - 1].islands.append(island)
                bands[bands.count - 1].area = last.area.union(island.area)
            } else {
                bands.append(Band(islands: [island], area: island.area))
            }
        }
        return bands
    }
}
