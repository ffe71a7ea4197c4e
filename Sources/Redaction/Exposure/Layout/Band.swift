/// Islands beside each other.
struct Band: Sendable {
    private(set) var islands: [Island]
    private(set) var area: Area

    /// The widest space between two of them, in pixels.
    var widestGap: Double {
        var end = area.columns.lowerBound
        var widest = 0.0
        for island in islands.sorted(by: { $0.area.columns.lowerBound < $1.area.columns.lowerBound }) {
            widest = max(widest, island.area.columns.lowerBound - end)
            end = max(end, island.area.columns.upperBound)
        }
        return widest
    }

    /// All, from the top down: islands of which one begins above the end of another are in the same.
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
