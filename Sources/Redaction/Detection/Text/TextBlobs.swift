import BoundedWork
import SecureMemory
import Synchronization

/// Search for lines of text in the output of the network, by Differentiable Binarization (Liao et al., "Real-time Scene Text
/// Detection with Differentiable Binarization", 2020).
///
/// The network marks the core of each line, which it was trained to shrink; the rectangle round it grows back.
enum TextBlobs {
    /// Least probability of a pixel, of 255.
    private static let threshold: UInt8 = 51
    private static let leastScore = 0.4
    /// Fewest pixels of a blob, and of the shorter edge of its rectangle.
    private static let (leastArea, leastEdge) = (6, 2.0)
    /// Growth of a rectangle, as a share of its area over its circumference.
    private static let growth = 1.4
    static let maximumCount = 20_000

    struct Line {
        let core: Quadrilateral
        /// The same, grown back.
        let quadrilateral: Quadrilateral
        let score: Double
    }

    /// - Throws: `BudgetFailure`, also if there are more than ``maximumCount``.
    static func lines(in map: borrowing ProbabilityMap, budget: inout WorkBudget) throws(BudgetFailure) -> [Line] {
        var runs = try TextRuns(map, threshold: threshold, budget: &budget)
        try budget.spend(runs.runs.count * 8)
        var lines: [Line] = []
        for blob in runs.blobs() {
            let area = blob.reduce(0) { $0 + $1.columns.count }
            guard area >= leastArea else { continue }
            try budget.spend(area / 4 + blob.count * 16)
            let score = Double(sum(of: blob, in: map)) / Double(area * 255)
            guard score >= leastScore else { continue }
            let hull = ConvexHull(corners(of: blob))
            try budget.spend(hull.corners.count * hull.corners.count)
            let rectangle = TextRectangle(round: hull)
            guard min(rectangle.width, rectangle.height) >= leastEdge else { continue }
            lines.append(
                Line(core: rectangle.quadrilateral(grownBy: 0), quadrilateral: grown(rectangle), score: score)
            )
            guard lines.count <= maximumCount else { throw .spent }
        }
        return lines
    }

    private static func grown(_ rectangle: TextRectangle) -> Quadrilateral {
        let (width, height) = (rectangle.width, rectangle.height)
        return rectangle.quadrilateral(grownBy: growth * width * height / (2 * (width + height)))
    }

    private static func sum(of blob: [TextRuns.Run], in map: borrowing ProbabilityMap) -> Int {
        var sum = 0
        for run in blob {
            let row = map.base + run.y * map.width
            for x in run.columns { sum += Int(row[x]) }
        }
        return sum
    }

    /// The corners of the first and the last pixel of each row, which no other pixel lies beyond.
    private static func corners(of blob: [TextRuns.Run]) -> [Point] {
        var points: [Point] = []
        var index = 0
        while index < blob.count {
            let y = blob[index].y
            var columns = blob[index].columns
            while index < blob.count, blob[index].y == y {
                columns =
                    min(
                        columns.lowerBound,
                        blob[index].columns.lowerBound
                    )..<max(columns.upperBound, blob[index].columns.upperBound)
                index += 1
            }
            for corner in [y, y + 1] {
                points.append(Point(x: Double(columns.lowerBound), y: Double(corner)))
                points.append(Point(x: Double(columns.upperBound), y: Double(corner)))
            }
        }
        return points
    }
}

/// Probability of text at each pixel: from 0 to 255, rows without padding.
struct ProbabilityMap: ~Copyable {
    let width: Int
    let height: Int
    let base: UnsafeMutablePointer<UInt8>

    private let allocation: WipedAllocation
    /// Held while a tile is written, because tiles overlap.
    private let lock = Mutex(())

    init(width: Int, height: Int) throws(OutOfMemory) {
        allocation = try WipedAllocation(byteCount: width * height)
        base = allocation.baseAddress.bindMemory(to: UInt8.self, capacity: width * height)
        base.update(repeating: 0, count: width * height)
        (self.width, self.height) = (width, height)
    }

    /// Takes over the decisions of a tile from rows of `columns.padded.count` probabilities, 0 to 1; of several tiles, the surest
    /// counts. May be called on several threads.
    func write(_ probabilities: UnsafePointer<Float>, columns: Tiles.Tile, rows: Tiles.Tile) {
        lock.withLock { _ in update(probabilities, columns, rows) }
    }

    private func update(_ probabilities: UnsafePointer<Float>, _ columns: Tiles.Tile, _ rows: Tiles.Tile) {
        for y in rows.decided {
            let source = probabilities + (y - rows.padded.lowerBound) * columns.padded.count
            let target = base + y * width
            for x in columns.decided {
                let probability = source[x - columns.padded.lowerBound]
                // A comparison that excludes NaN, which a network returns whose file is damaged.
                guard probability > 0 else { continue }
                target[x] = max(target[x], UInt8(min(probability, 1) * 255))
            }
        }
    }
}
