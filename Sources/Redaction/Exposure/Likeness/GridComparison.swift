import SecureMemory

/// Two grids of the same cells, one above the other, and what is in either that is not in the other.
struct GridComparison {
    /// How alike they are: 0 to 1, the share of what is more than the ground that is in both.
    let likeness: Double

    /// How far apart colours are that count as different, of 255.
    private static let leastDistance: Int16 = 8
    /// However much of a splash is more than ground, this share of its cells is enough to make it another one.
    private static let mostContent = 0.04

    /// - Parameter bar: The share of the picture's height at the top that is the system's, and not compared.
    init(_ picture: borrowing ColorGrid, _ splash: borrowing ColorGrid, bar: Double) throws(OutOfMemory) {
        let ground = splash.ground
        let rows = Int((bar * Double(picture.rows)).rounded(.up))
        let there = try Self.strangers(in: picture, to: splash, ground, bar: rows)
        let back = try Self.strangers(in: splash, to: picture, ground, bar: rows)
        let most = Self.mostContent * Double(picture.columns * picture.rows)
        let content = max(min(Double(max(there.content, back.content)), most), 1)
        likeness = max(0, 1 - Double(there.count + back.count) / content)
    }

    /// The cells of a picture that another has not, and how many are more than the ground. Each row is held against that row of
    /// the other that is as far from the top, from the bottom, or, but for a little, from the middle, whichever is most alike;
    /// what lies beyond the other's edges does not count. Colours of neighbouring cells count as those of a cell.
    private static func strangers(
        in picture: borrowing ColorGrid,
        to other: borrowing ColorGrid,
        _ ground: [Int16],
        bar: Int
    ) throws(OutOfMemory) -> (count: Int, content: Int) {
        let least = try other.extreme(min)
        let most = try other.extreme(max)
        let shift = (other.columns - picture.columns) / 2
        let first = max(0, -shift)
        let columns = first..<max(min(picture.columns, other.columns - shift), first)
        let middle = (other.rows - picture.rows) / 2
        let shifts = Set([0, other.rows - picture.rows] + (-3...3).map { middle + $0 })
        var (count, content) = (0, 0)
        for row in min(bar, picture.rows)..<picture.rows {
            var fewest: Int?
            for down in shifts where fewest != 0 && (0..<other.rows).contains(row + down) {
                let strangers = columns.count { column in
                    (0..<3).contains { channel in
                        let value = picture.sample(column, row, channel)
                        let low = least.sample(column + shift, row + down, channel)
                        let high = most.sample(column + shift, row + down, channel)
                        // Where there are edges, means depend on where between two cells they are.
                        let distance = leastDistance + (high - low) / 4
                        return value < low - distance || value > high + distance
                    }
                }
                fewest = min(fewest ?? strangers, strangers)
            }
            count += fewest ?? 0
            content += columns.count { column in
                (0..<3).contains { abs(picture.sample(column, row, $0) - ground[$0]) > leastDistance }
            }
        }
        return (count, content)
    }
}
