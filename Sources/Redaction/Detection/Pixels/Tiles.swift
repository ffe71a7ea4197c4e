/// Overlapping parts of a map that are processed one by one, so that memory is bounded.
struct Tiles {
    struct Limits {
        /// Divisor of the edges of a part.
        let unit: Int
        let maximumWidth: Int
        let maximumArea: Int
        let overlap: Int
        /// Pixels at an edge between parts that are not decided on there, because too little of their surroundings is seen.
        let blindEdge: Int

        /// The limits for networks. Larger parts are not faster, because their numbers do not stay in the processor's cache.
        static let networks = Limits(
            unit: 32,
            maximumWidth: 1_280,
            maximumArea: 420_000,
            overlap: 96,
            blindEdge: 16
        )
    }

    let columns: [Tile]
    let rows: [Tile]

    init(width: Int, height: Int, _ limits: Limits = .networks) {
        let columns = Self.tiles(of: width, longest: limits.maximumWidth, limits)
        let widest = columns.map(\.padded.count).max() ?? limits.unit
        self.columns = columns
        rows = Self.tiles(of: height, longest: limits.maximumArea / widest / limits.unit * limits.unit, limits)
    }

    /// The columns and rows of all parts, from the top down.
    var all: [(columns: Tile, rows: Tile)] { rows.flatMap { rows in columns.map { ($0, rows) } } }

    /// Pixels of all parts, of which some are in several.
    var area: Int { all.reduce(0) { $0 + $1.columns.padded.count * $1.rows.padded.count } }

    struct Tile: Equatable {
        /// The pixels that are looked at, perhaps beyond the end of the map: a multiple of ``Limits/unit``.
        let padded: Range<Int>
        /// The pixels that it decides on: not those at its edge. Some are decided on with the tile before or after.
        let decided: Range<Int>

        /// The range in pixels of the picture, in which the map begins at `origin` and has `scale` pixels for each.
        func shown(_ scale: Double, from origin: Int) -> ClosedRange<Double> {
            let origin = Double(origin)
            return origin + Double(padded.lowerBound) / scale...origin + Double(padded.upperBound) / scale
        }
    }

    private static func tiles(of length: Int, longest: Int, _ limits: Limits) -> [Tile] {
        func roundedUp(_ length: Int) -> Int { (length + limits.unit - 1) / limits.unit * limits.unit }
        guard length > longest else { return [Tile(padded: 0..<roundedUp(length), decided: 0..<length)] }
        let overlap = limits.overlap
        let count = (length - overlap + longest - overlap - 1) / (longest - overlap)
        // So long that as many tiles reach the end, so that the last one is no shorter.
        let tileLength = roundedUp((length - overlap + count - 1) / count + overlap)
        return (0..<count).map { index in
            let start = index * (length - tileLength) / (count - 1)
            let lower = index == 0 ? 0 : start + limits.blindEdge
            let upper = index == count - 1 ? length : start + tileLength - limits.blindEdge
            return Tile(padded: start..<start + tileLength, decided: lower..<upper)
        }
    }
}
