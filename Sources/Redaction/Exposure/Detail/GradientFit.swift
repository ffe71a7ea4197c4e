import SecureMemory

/// Recognition of a gradient in the free cells of a picture: along a line, or out of a point.
///
/// The slopes of a gradient all point along the line, or away from the point, are alike at the same distance along it, go up or
/// down at most three times on the way, and cover much of the picture. The slopes of a blurred app point anywhere.
struct GradientFit {
    let isGradient: Bool

    /// Slopes in the right direction and alike, of all slopes.
    private static let leastConsistency = 0.85
    private static let mostTurns = 2
    /// The share of cells that are at least a quarter as steep as the steepest ones.
    private static let leastSpan = 0.4

    init(_ cells: borrowing FreeCells) throws(OutOfMemory) {
        let slopes = Slope.all(of: cells)
        let steepness = slopes.map(\.steepness).sorted()
        guard let steepest = steepness.isEmpty ? nil : steepness[steepness.count * 49 / 50], steepest > 0 else {
            isGradient = false
            return
        }
        let span = Double(steepness.count { $0 >= steepest / 4 }) / Double(steepness.count)
        guard span >= Self.leastSpan else {
            isGradient = false
            return
        }
        // An ellipse is a circle in a picture that is as wide as high.
        let stretch = Double(cells.columns) / Double(cells.rows)
        isGradient =
            Self.fits(slopes, GradientAxis.line(of: slopes))
            || [1, stretch].contains { stretch in
                let squeezed = slopes.map { $0.squeezed(by: stretch) }
                return GradientAxis.center(of: squeezed).map { Self.fits(squeezed, $0) } ?? false
            }
    }

    private static func fits(_ slopes: [Slope], _ axis: GradientAxis) -> Bool {
        let bins = 24
        let places = slopes.map { axis.place(of: $0) }
        guard let least = places.min(), let most = places.max(), most > least else { return false }
        // For each bin and channel, the sum of the slopes along the axis.
        var sums = [Double](repeating: 0, count: bins * 3)
        var total = 0.0
        for (slope, place) in zip(slopes, places) {
            let bin = min(Int((place - least) / (most - least) * Double(bins)), bins - 1)
            let direction = axis.direction(at: slope)
            for channel in 0..<3 {
                let (across, down) = (slope.across[channel], slope.down[channel])
                sums[bin * 3 + channel] += across * direction.x + down * direction.y
                total += (across * across + down * down).squareRoot()
            }
        }
        guard total > 0, sums.reduce(0, { $0 + abs($1) }) >= leastConsistency * total else { return false }
        return (0..<3).allSatisfy { channel in
            turns(of: (0..<bins).map { sums[$0 * 3 + channel] }) <= mostTurns
        }
    }

    /// Changes of sign in numbers, but for small ones.
    private static func turns(of numbers: [Double]) -> Int {
        let most = numbers.reduce(0) { max($0, abs($1)) }
        let signs = numbers.filter { abs($0) > most / 10 }.map { $0 > 0 }
        return zip(signs, signs.dropFirst()).count { $0 != $1 }
    }
}

/// Changes of the colours of a cell to the right and downwards.
struct Slope {
    let x: Double
    let y: Double
    /// For each channel, over four cells.
    let across: [Double]
    /// For each channel, over four cells.
    let down: [Double]

    var steepness: Double {
        zip(across, down).reduce(0) { max($0, ($1.0 * $1.0 + $1.1 * $1.1).squareRoot()) }
    }

    /// The slope in a picture whose rows are `factor` times as far from each other.
    func squeezed(by factor: Double) -> Slope {
        Slope(x: x, y: y * factor, across: across, down: down.map { $0 / factor })
    }

    /// The slopes at all cells that have free cells two away on all sides, or at every other one of a large picture.
    static func all(of cells: borrowing FreeCells) -> [Slope] {
        var slopes: [Slope] = []
        let step = max(1, Int((Double(cells.columns * cells.rows) / 8_000).squareRoot().rounded()))
        for row in stride(from: 2, to: cells.rows - 2, by: step) {
            for column in stride(from: 2, to: cells.columns - 2, by: step) {
                guard cells.isFree(column, row), cells.isFree(column - 2, row), cells.isFree(column + 2, row),
                    cells.isFree(column, row - 2), cells.isFree(column, row + 2)
                else { continue }
                slopes.append(
                    Slope(
                        x: Double(column),
                        y: Double(row),
                        across: (0..<3).map { cells.sample(column + 2, row, $0) - cells.sample(column - 2, row, $0) },
                        down: (0..<3).map { cells.sample(column, row + 2, $0) - cells.sample(column, row - 2, $0) }
                    )
                )
            }
        }
        return slopes
    }
}

enum GradientAxis {
    /// A direction of length 1.
    case line(x: Double, y: Double)
    case center(x: Double, y: Double)

    /// The distance of a cell along the axis.
    func place(of slope: Slope) -> Double {
        switch self {
        case .line(let x, let y): slope.x * x + slope.y * y
        case .center(let x, let y): ((slope.x - x) * (slope.x - x) + (slope.y - y) * (slope.y - y)).squareRoot()
        }
    }

    /// The direction of the axis at a cell, of length 1.
    func direction(at slope: Slope) -> (x: Double, y: Double) {
        guard case .center(let x, let y) = self else {
            if case .line(let x, let y) = self { return (x, y) }
            return (1, 0)
        }
        let distance = max(place(of: slope), 0.5)
        return ((slope.x - x) / distance, (slope.y - y) / distance)
    }

    static func line(of slopes: [Slope]) -> GradientAxis {
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        for slope in slopes {
            for (across, down) in zip(slope.across, slope.down) {
                xx += across * across
                xy += across * down
                yy += down * down
            }
        }
        // The first eigenvector of the sums.
        let root = ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot()
        let (x, y) = xx >= yy ? (xx - yy + root, 2 * xy) : (2 * xy, yy - xx + root)
        let length = (x * x + y * y).squareRoot()
        return length > 0 ? .line(x: x / length, y: y / length) : .line(x: 1, y: 0)
    }

    /// The point that the lines along all slopes come nearest to, if they have one in common.
    static func center(of slopes: [Slope]) -> GradientAxis? {
        var (xx, xy, yy, x, y) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for slope in slopes {
            for (across, down) in zip(slope.across, slope.down) {
                // The distance of the point from the line through the cell is to be 0.
                let offset = down * slope.x - across * slope.y
                xx += down * down
                xy -= down * across
                yy += across * across
                x += down * offset
                y -= across * offset
            }
        }
        let determinant = xx * yy - xy * xy
        guard determinant > 1e-9 * (xx + yy) * (xx + yy), determinant > 0 else { return nil }
        return .center(x: (x * yy - y * xy) / determinant, y: (y * xx - x * xy) / determinant)
    }
}
