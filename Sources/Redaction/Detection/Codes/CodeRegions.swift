import BoundedWork

/// Parts of a picture in which a code of squares may be: about as wide as high, and full of edges in both directions. The reader
/// looks for some formats in the middle of its picture alone.
enum CodeRegions {
    /// Edge of a block for which edges are counted, in pixels.
    private static let block = 16
    /// The least difference of neighbours that is an edge.
    private static let leastDifference = 48
    /// The least number of edges of a block in each direction.
    private static let leastEdges = 8
    /// The largest ratio of length to width of a region, and the least share of its blocks full of edges.
    private static let (longest, leastShare) = (3, 0.5)
    /// Most regions of a picture: the largest.
    private static let maximumCount = 32

    /// The columns and rows of the regions with a margin of a block, within the picture.
    static func regions(
        of picture: LightPicture,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [(columns: Range<Int>, rows: Range<Int>)] {
        let (width, height) = (picture.width / block, picture.height / block)
        guard width > 0, height > 0 else { return [] }
        var isFull = [Bool](repeating: false, count: width * height)
        for row in 0..<height {
            try budget.spend(width * block)
            for column in 0..<width {
                isFull[row * width + column] = isFullOfEdges(picture, column * block, row * block)
            }
        }
        return try groups(&isFull, width: width, budget: &budget)
            .sorted { $0.columns.count * $0.rows.count > $1.columns.count * $1.rows.count }
            .prefix(maximumCount)
            .map { region in
                (pixels(region.columns, below: picture.width), pixels(region.rows, below: picture.height))
            }
    }

    private static func pixels(_ blocks: Range<Int>, below end: Int) -> Range<Int> {
        max(0, (blocks.lowerBound - 1) * block)..<min(end, (blocks.upperBound + 1) * block)
    }

    private static func isFullOfEdges(_ picture: LightPicture, _ x: Int, _ y: Int) -> Bool {
        var (beside, below) = (0, 0)
        let (endX, endY) = (min(x + block, picture.width - 1), min(y + block, picture.height - 1))
        for row in y..<endY {
            let pixels = picture.base + row * picture.width
            for column in x..<endX {
                let light = Int(pixels[column])
                if abs(light - Int(pixels[column + 1])) >= leastDifference { beside += 1 }
                if abs(light - Int(pixels[column + picture.width])) >= leastDifference { below += 1 }
            }
        }
        return min(beside, below) >= leastEdges
    }

    /// The bounds of touching blocks that may be a code. `isFull` is false everywhere afterwards.
    private static func groups(
        _ isFull: inout [Bool],
        width: Int,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [(columns: Range<Int>, rows: Range<Int>)] {
        var groups: [(columns: Range<Int>, rows: Range<Int>)] = []
        let height = isFull.count / width
        for first in isFull.indices where isFull[first] {
            var (columns, rows) = (first % width..<first % width + 1, first / width..<first / width + 1)
            var (open, count) = ([first], 0)
            isFull[first] = false
            while let place = open.popLast() {
                try budget.spend(16)
                count += 1
                let (x, y) = (place % width, place / width)
                columns = min(columns.lowerBound, x)..<max(columns.upperBound, x + 1)
                rows = min(rows.lowerBound, y)..<max(rows.upperBound, y + 1)
                for row in max(y - 1, 0)...min(y + 1, height - 1) {
                    for column in max(x - 1, 0)...min(x + 1, width - 1) where isFull[row * width + column] {
                        isFull[row * width + column] = false
                        open.append(row * width + column)
                    }
                }
            }
            let isSquare = max(columns.count, rows.count) <= longest * min(columns.count, rows.count)
            let isDense = Double(count) >= leastShare * Double(columns.count * rows.count)
            if count > 1, isSquare, isDense { groups.append((columns, rows)) }
        }
        return groups
    }
}
