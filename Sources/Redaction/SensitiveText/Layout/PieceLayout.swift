import BoundedWork

/// Pieces that are beside, above and beneath each other.
///
/// Pieces stand in one row if each one's middle is about within the first one's height. The number of neighbours that are
/// looked at is bounded, so that the work is proportional to the number of pieces.
struct PieceLayout {
    private let frames: [TextFrame]
    /// The pieces of each row from left to right; rows from top to bottom.
    private(set) var rows: [[Int]] = []
    /// For each piece its row and its place in it; nil where its frame is not known.
    private var places: [(row: Int, index: Int)?]

    private static let rowReach = 4
    private static let pieceReach = 6
    /// Distance of two lines of one block, in heights of the larger one.
    private static let tightGap = 0.75
    /// Distance of two lines of one cell, in heights of the larger one, where other cells have a single line.
    private static let cellGap = 0.4
    /// Distance of two lines of one paragraph, in heights of the larger one.
    private static let leading = 1.2
    /// Distance of a value beneath its label, in heights of the larger one.
    private static let verticalReach = 2.6

    init(_ frames: [TextFrame], budget: inout WorkBudget) throws(BudgetFailure) {
        self.frames = frames
        places = Array(repeating: nil, count: frames.count)
        // About the cost of sorting.
        try budget.spend(frames.count * 16)
        let order = frames.indices.filter { frames[$0].isKnown }.sorted {
            (frames[$0].middle, $0) < (frames[$1].middle, $1)
        }
        for piece in order {
            if let row = rows.last, isInRow(row, piece) {
                rows[rows.count - 1].append(piece)
            } else {
                rows.append([piece])
            }
        }
        for row in rows.indices {
            rows[row].sort { (frames[$0].x, $0) < (frames[$1].x, $1) }
            for (index, piece) in rows[row].enumerated() { places[piece] = (row, index) }
        }
    }

    /// Whether a piece is in a row with those before it: within half a height of the first one, or beside the last one and
    /// not far from the first, which may be a piece of another column that stands a little higher.
    private func isInRow(_ row: [Int], _ piece: Int) -> Bool {
        guard let first = row.first, let last = row.last else { return true }
        func distance(to other: Int) -> Double {
            (frames[piece].middle - frames[other].middle) / min(frames[other].height, frames[piece].height)
        }
        return distance(to: first) < 0.5 || distance(to: last) < 0.15 && distance(to: first) < 0.75
    }

    func frame(of piece: Int) -> TextFrame { frames[piece] }

    func row(of piece: Int) -> Int? { places[piece]?.row }

    /// Whether the row of `lower` has at most half as many pieces as that of `upper`, like the second lines of a few cells,
    /// or fewer and close beneath it.
    func isSparser(_ lower: Int, than upper: Int) -> Bool {
        guard let row = places[upper]?.row, let next = places[lower]?.row else { return false }
        return 2 * rows[next].count <= rows[row].count
            || rows[next].count < rows[row].count && isTight(upper, lower, gap: Self.cellGap)
    }

    func neighbour(of piece: Int, toTheRight: Bool) -> Int? {
        guard let place = places[piece] else { return nil }
        let index = place.index + (toTheRight ? 1 : -1)
        return rows[place.row].indices.contains(index) ? rows[place.row][index] : nil
    }

    /// The next piece to the left or right, in the row or in one next to it, because frames of single characters have any
    /// height.
    func companion(of piece: Int, toTheRight: Bool) -> Int? {
        guard let place = places[piece] else { return nil }
        let frame = frames[piece]
        var best: Int?
        for row in [place.row, place.row - 1, place.row + 1] where rows.indices.contains(row) {
            let edge = frame.middleX.nextUp
            guard
                let other = row == place.row
                    ? neighbour(of: piece, toTheRight: toTheRight)
                    : self.piece(inRow: row, nextTo: toTheRight ? edge : frame.middleX, toTheRight: toTheRight),
                abs(frames[other].middle - frame.middle) < 0.5 * max(frame.height, frames[other].height)
            else { continue }
            let isNearer = best.map { abs(frames[other].x - frame.x) < abs(frames[$0].x - frame.x) } ?? true
            if isNearer { best = other }
        }
        return best
    }

    /// The nearest piece above, or beneath, that covers some of the same columns.
    ///
    /// - Parameter reach: Its distance, in heights of the larger one.
    func vertical(of piece: Int, downward: Bool, reach: Double = verticalReach) -> Int? {
        guard let place = places[piece] else { return nil }
        for distance in 1...Self.rowReach {
            let row = place.row + (downward ? distance : -distance)
            guard rows.indices.contains(row) else { return nil }
            if let nearest = nearest(to: piece, in: rows[row], reach) { return nearest }
        }
        return nil
    }

    private func nearest(to piece: Int, in row: [Int], _ reach: Double) -> Int? {
        let frame = frames[piece]
        var low = 0
        var high = row.count
        while low < high {
            let middle = (low + high) / 2
            if frames[row[middle]].x < frame.right { low = middle + 1 } else { high = middle }
        }
        var best: (piece: Int, overlap: Double)?
        for candidate in row[max(0, low - Self.pieceReach)..<low].reversed() {
            let other = frames[candidate]
            let gap = max(other.y - frame.bottom, frame.y - other.bottom)
            guard gap < reach * max(frame.height, other.height) else { continue }
            let overlap = frame.horizontalOverlap(other)
            if overlap > 0, overlap > best?.overlap ?? 0 { best = (candidate, overlap) }
        }
        return best?.piece
    }

    /// Whether both pieces begin or end at the same column, like the lines of a block.
    func isAligned(_ piece: Int, _ other: Int) -> Bool {
        let (frame, below) = (frames[piece], frames[other])
        return min(abs(frame.x - below.x), abs(frame.right - below.right)) <= 0.8 * max(frame.height, below.height)
    }

    /// Whether `lower` may be the next line of the paragraph of `upper`, with the same edge or middle.
    ///
    /// Frames that end at the type, as those of digits and capitals do, make the lines seem far apart.
    func isRunningOn(_ upper: Int, _ lower: Int) -> Bool {
        let (frame, below) = (frames[upper], frames[lower])
        let height = max(frame.height, below.height)
        let gap = below.y - frame.bottom
        return gap < Self.leading * height && gap > -0.6 * height && min(frame.height, below.height) > 0.5 * height
            && (isAligned(upper, lower) || abs(frame.middleX - below.middleX) <= 0.8 * height)
    }

    func isInTable(_ piece: Int) -> Bool {
        places[piece].map { rows[$0.row].count > 1 } ?? false
    }

    func isNextLine(_ upper: Int, _ lower: Int) -> Bool {
        let (frame, below) = (frames[upper], frames[lower])
        let gap = below.y - frame.bottom
        return isAligned(upper, lower) && gap < 0.9 * max(frame.height, below.height)
            && min(frame.height, below.height) > 0.6 * max(frame.height, below.height)
    }

    /// Whether `lower` stands so close beneath `upper` that both are lines of one cell.
    func isTight(_ upper: Int, _ lower: Int, gap limit: Double = tightGap) -> Bool {
        let (frame, below) = (frames[upper], frames[lower])
        let height = max(frame.height, below.height)
        let gap = below.y - frame.bottom
        return gap < limit * height && gap > -0.6 * height && min(frame.height, below.height) > 0.5 * height
            && isAligned(upper, lower)
    }

    /// Whether something stands beside the piece, in its row or between two lines of the next column.
    func hasCompanion(_ piece: Int) -> Bool {
        guard let place = places[piece] else { return false }
        if rows[place.row].count > 1 { return true }
        let frame = frames[piece]
        return [place.row - 1, place.row + 1].contains { row in
            rows.indices.contains(row)
                && rows[row].prefix(Self.pieceReach).contains { other in
                    frame.horizontalOverlap(frames[other]) < 0
                        && min(frame.bottom, frames[other].bottom) - max(frame.y, frames[other].y) > 0.2 * frame.height
                }
        }
    }

    func piece(inRow row: Int, nextTo edge: Double, toTheRight: Bool) -> Int? {
        var low = 0
        var high = rows[row].count
        while low < high {
            let middle = (low + high) / 2
            if frames[rows[row][middle]].middleX < edge { low = middle + 1 } else { high = middle }
        }
        let index = toTheRight ? low : low - 1
        return rows[row].indices.contains(index) ? rows[row][index] : nil
    }
}
