import BoundedWork

/// Which pieces are beside, above and beneath each other.
///
/// Pieces stand in one row if each one's middle is within the first one's height. Only so many neighbours of a row are looked
/// at that the work is proportional to the number of pieces.
struct PieceLayout {
    private let frames: [TextFrame]
    /// The pieces of each row from left to right; rows from top to bottom.
    private var rows: [[Int]] = []
    /// For each piece its row and its place in that; nil where its frame is not known.
    private var places: [(row: Int, index: Int)?]

    /// How many rows above or beneath a piece are looked at.
    private static let rowReach = 4
    /// How many pieces of a row are looked at.
    private static let pieceReach = 6
    /// How far beneath its label a value is at most, in heights of the larger one.
    private static let verticalReach = 2.6

    init(_ frames: [TextFrame], budget: inout WorkBudget) throws(BudgetFailure) {
        self.frames = frames
        places = Array(repeating: nil, count: frames.count)
        // What sorting takes, about.
        try budget.spend(frames.count * 16)
        let order = frames.indices.filter { frames[$0].isKnown }.sorted {
            (frames[$0].middle, $0) < (frames[$1].middle, $1)
        }
        for piece in order {
            if let first = rows.last?.first, isInRow(of: first, piece) {
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

    private func isInRow(of first: Int, _ piece: Int) -> Bool {
        frames[piece].middle - frames[first].middle < 0.5 * min(frames[first].height, frames[piece].height)
    }

    func frame(of piece: Int) -> TextFrame { frames[piece] }

    /// The next piece to the left in the row, or to the right.
    func neighbour(of piece: Int, toTheRight: Bool) -> Int? {
        guard let place = places[piece] else { return nil }
        let index = place.index + (toTheRight ? 1 : -1)
        return rows[place.row].indices.contains(index) ? rows[place.row][index] : nil
    }

    /// The nearest piece above that covers some of the same columns, or the nearest beneath.
    func vertical(of piece: Int, downward: Bool) -> Int? {
        guard let place = places[piece] else { return nil }
        for distance in 1...Self.rowReach {
            let row = place.row + (downward ? distance : -distance)
            guard rows.indices.contains(row) else { return nil }
            if let nearest = nearest(to: piece, in: rows[row]) { return nearest }
        }
        return nil
    }

    private func nearest(to piece: Int, in row: [Int]) -> Int? {
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
            guard gap < Self.verticalReach * max(frame.height, other.height) else { continue }
            let overlap = frame.horizontalOverlap(other)
            if overlap > 0, overlap > best?.overlap ?? 0 { best = (candidate, overlap) }
        }
        return best?.piece
    }

    /// Whether both pieces begin or end at the same column, as the lines of a block do.
    func isAligned(_ piece: Int, _ other: Int) -> Bool {
        let (frame, below) = (frames[piece], frames[other])
        return min(abs(frame.x - below.x), abs(frame.right - below.right)) <= 0.8 * max(frame.height, below.height)
    }

    /// Whether other pieces stand in the row of this one.
    func isInTable(_ piece: Int) -> Bool {
        places[piece].map { rows[$0.row].count > 1 } ?? false
    }

    /// Whether `lower` is the next line of the block that `upper` is a line of.
    func isNextLine(_ upper: Int, _ lower: Int) -> Bool {
        let (frame, below) = (frames[upper], frames[lower])
        let gap = below.y - frame.bottom
        return isAligned(upper, lower) && gap < 0.9 * max(frame.height, below.height)
            && min(frame.height, below.height) > 0.6 * max(frame.height, below.height)
    }
}
