/// Overlapping parts of a map that are looked at one by one, so that memory is bounded.
struct Tiles {
    /// How large the parts are.
    struct Limits {
        /// What the edges of a part are multiples of.
        let unit: Int
        /// Most columns of a part.
        let maximumWidth: Int
        /// Most pixels of a part.
        let maximumArea: Int
        /// Pixels that neighbours share.
        let overlap: Int
        /// Pixels at an edge between parts that are not decided on there, as too little is seen round them.
        let blindEdge: Int

        /// What networks look at. Larger parts are looked at no faster, as their numbers do not stay in the processor's cache.
        static let networks = Limits(
            unit: 32,
            maximumWidth: 1_280,
            maximumArea: 420_000,
            overlap: 96,
            blindEdge: 16
        )
    }

    /// The parts, from the left to the right.
    let columns: [Tile]
    /// The parts, from the top down.
    let rows: [Tile]

    /// - Parameters:
    ///   - width: Columns of the map, 1 or more.
    ///   - height: Rows of the map, 1 or more.
    ///   - limits: How large the parts are.
    init(width: Int, height: Int, _ limits: Limits = .networks) {
        let columns = Self.tiles(of: width, longest: limits.maximumWidth, limits)
        let widest = columns.map(\.padded.count).max() ?? limits.unit
        self.columns = columns
        rows = Self.tiles(of: height, longest: limits.maximumArea / widest / limits.unit * limits.unit, limits)
    }

    /// A part of the columns or rows.
    struct Tile: Equatable {
        /// What is looked at, perhaps beyond the end of the map: a multiple of ``Limits/unit``.
        let padded: Range<Int>
        /// What it has a say in: not what is at its edge. Some of it is decided with the tile before or after.
        let decided: Range<Int>

        /// What is looked at, in pixels of the picture.
        ///
        /// - Parameters:
        ///   - scale: Pixels of the map for each pixel of the picture.
        ///   - origin: Where the map begins in the picture.
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
        // As long as it takes for as many tiles to reach the end, so that the last one is no shorter.
        let tileLength = roundedUp((length - overlap + count - 1) / count + overlap)
        return (0..<count).map { index in
            let start = index * (length - tileLength) / (count - 1)
            let lower = index == 0 ? 0 : start + limits.blindEdge
            let upper = index == count - 1 ? length : start + tileLength - limits.blindEdge
            return Tile(padded: start..<start + tileLength, decided: lower..<upper)
        }
    }
}
