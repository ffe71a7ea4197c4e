import SecureMemory

/// Pairs of characters of two readings of a line: the cheapest way from one to the other, as for an edit distance (Needleman and
/// Wunsch, 1970), where a different place costs, too.
struct CharacterAlignment {
    private enum Cost {
        static let gap: Float = 1
        /// Another character, and one that is hardly ever taken for it.
        static let (other, unlike): (Float, Float) = (0.7, 1.4)
        /// Width of a character between both, and the greatest cost of places.
        static let (width, farthest): (Float, Float) = (0.4, 2)
    }

    private enum Step: UInt8 {
        case both, first, second
    }

    /// For each character of the first reading, its partner in the second, if any.
    let partners: [Int?]

    init(_ first: ClassifiedText, _ second: ClassifiedText) {
        let (rows, columns) = (first.classes.count, second.classes.count)
        let width = 1 / Double(max(rows, 1))
        let steps = first.text.utf8.withUnsafeBytes { firstBytes in
            second.text.utf8.withUnsafeBytes { secondBytes in
                Self.steps(rows: rows, columns: columns) { row, column in
                    let (one, other) = (first.text.characters[row], second.text.characters[column])
                    let distance = Float(abs(one.middle - other.middle) / width) * Cost.width
                    let isSame = firstBytes[one.bytes].elementsEqual(secondBytes[other.bytes])
                    let isLike = first.classes[row].resembles(second.classes[column])
                    return (isSame ? 0 : isLike ? Cost.other : Cost.unlike) + min(distance, Cost.farthest)
                }
            }
        }
        partners = Self.partners(steps, rows: rows, columns: columns)
    }

    /// The last step of the cheapest way to each pair of characters, row by row, with a row and a column before the first.
    private static func steps(rows: Int, columns: Int, change: (Int, Int) -> Float) -> [Step] {
        var steps = [Step](repeating: .second, count: (rows + 1) * (columns + 1))
        var costs = (0...columns).map { Float($0) * Cost.gap }
        for row in 0..<rows {
            var diagonal = costs[0]
            costs[0] += Cost.gap
            steps[(row + 1) * (columns + 1)] = .first
            for column in 0..<columns {
                var (cost, step) = (diagonal + change(row, column), Step.both)
                if costs[column + 1] + Cost.gap < cost { (cost, step) = (costs[column + 1] + Cost.gap, .first) }
                if costs[column] + Cost.gap < cost { (cost, step) = (costs[column] + Cost.gap, .second) }
                diagonal = costs[column + 1]
                costs[column + 1] = cost
                steps[(row + 1) * (columns + 1) + column + 1] = step
            }
        }
        return steps
    }

    private static func partners(_ steps: [Step], rows: Int, columns: Int) -> [Int?] {
        var partners = [Int?](repeating: nil, count: rows)
        var (row, column) = (rows, columns)
        while row > 0 {
            switch steps[row * (columns + 1) + column] {
            case .both:
                (row, column) = (row - 1, column - 1)
                partners[row] = column
            case .first: row -= 1
            case .second: column -= 1
            }
        }
        return partners
    }
}

extension RecognizedCharacter {
    var middle: Double { (extent.lowerBound + extent.upperBound) / 2 }
}
