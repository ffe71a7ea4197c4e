/// Overlapping parts of a map that the network looks at one by one, so that its memory is bounded.
struct Tiles {
    /// What the edges of all that the network looks at are multiples of.
    static let unit = 32
    /// Most columns of a tile.
    private static let maximumWidth = 1_280
    /// Most pixels of a tile.
    private static let maximumArea = 1_150_000
    /// Pixels that neighbours share, so that each sees all round what it decides on.
    private static let overlap = 96

    /// The parts, from the left to the right.
    let columns: [Tile]
    /// The parts, from the top down.
    let rows: [Tile]

    /// - Parameters:
    ///   - width: Columns of the map, 1 or more.
    ///   - height: Rows of the map, 1 or more.
    init(width: Int, height: Int) {
        columns = Self.tiles(of: width, longest: Self.maximumWidth)
        let widest = columns.map(\.padded.count).max() ?? Self.unit
        rows = Self.tiles(of: height, longest: Self.maximumArea / widest / Self.unit * Self.unit)
    }

    /// A part of the columns or rows.
    struct Tile: Equatable {
        /// What the network looks at, perhaps beyond the end of the map: a multiple of ``unit``.
        let padded: Range<Int>
        /// What it decides on. Those of all tiles make the map.
        let decided: Range<Int>

        /// What the network looks at, in pixels of the picture.
        ///
        /// - Parameters:
        ///   - scale: Pixels of the map for each pixel of the picture.
        ///   - origin: Where the map begins in the picture.
        func shown(_ scale: Double, from origin: Int) -> ClosedRange<Double> {
            let origin = Double(origin)
            return origin + Double(padded.lowerBound) / scale...origin + Double(padded.upperBound) / scale
        }
    }

    private static func tiles(of length: Int, longest: Int) -> [Tile] {
        guard length > longest else {
            return [Tile(padded: 0..<roundedUp(length), decided: 0..<length)]
        }
        let count = (length - overlap + longest - overlap - 1) / (longest - overlap)
        // As long as it takes for as many tiles to reach the end, so that the last one is no shorter.
        let tileLength = roundedUp((length - overlap + count - 1) / count + overlap)
        let starts = (0..<count).map { $0 * (length - tileLength) / (count - 1) }
        return starts.indices.map { index in
            let start = starts[index]
            let lower = index == 0 ? 0 : (start + starts[index - 1] + tileLength) / 2
            let upper = index == count - 1 ? length : (starts[index + 1] + start + tileLength) / 2
            return Tile(padded: start..<start + tileLength, decided: lower..<upper)
        }
    }

    private static func roundedUp(_ length: Int) -> Int { (length + unit - 1) / unit * unit }
}
