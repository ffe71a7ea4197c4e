public import BoundedWork
public import ImageCore
import SecureMemory

/// Screen of an app while it starts, for comparison with pictures: prepared once, for any number of them and any thread.
public final class Splash: Sendable {
    // Sendable: the grid is written before anybody else sees it, and only read from then on.
    private nonisolated(unsafe) let grid: ColorGrid
    private let size: PixelSize

    /// Cells side by side of a prepared splash.
    private static let columns = 256
    /// Cells side by side of a compared picture.
    private static let comparedColumns = 64
    /// Scales of a splash of another device at which points have the same size: displays have 2, 2.625 or 3 pixels for each.
    private static let scales = [1, 1.5, 2.0 / 3, 3 / 2.625, 2.625 / 3, 2.625 / 2, 2 / 2.625]
    /// Likeness from which on no other scale is tried.
    private static let sameLikeness = 0.99
    private static let mostCells = 8

    /// Prepares a splash.
    ///
    /// - Parameters:
    ///   - pixels: The splash, of any size: that of another device, or of the picture in the app.
    ///   - cancellation: Whether it is still wanted.
    public init(_ pixels: borrowing PixelBuffer, cancellation: Cancellation = Cancellation()) throws(WorkFailure) {
        size = pixels.size
        grid = try cancellation.finish { () throws(OutOfMemory) in
            try ColorGrid.means(of: pixels, columns: Self.columns, cancellation)
        }
    }

    /// Likeness of a picture and the splash: 0 to 1, the share of common content beyond the ground.
    ///
    /// The splash is scaled so that it fills the picture, fits into it, or keeps its size in pixels or in points. Its content may
    /// stand at the same distance from the top, from the middle or from the bottom.
    func likeness(of pixels: borrowing PixelBuffer, _ cancellation: Cancellation) throws(OutOfMemory) -> Double {
        let picture = try ColorGrid.means(of: pixels, columns: Self.comparedColumns, cancellation)
        let cell = Double(pixels.size.width) / Double(picture.columns)
        let (across, down) = (
            Double(pixels.size.width) / Double(size.width), Double(pixels.size.height) / Double(size.height)
        )
        let candidates = [(across, down), (across, across), (down, down)] + Self.scales.map { ($0, $0) }
        var best = 0.0
        for (x, y) in candidates where best < Self.sameLikeness && !cancellation.isCancelled {
            let columns = (Double(size.width) * x / cell).rounded()
            let rows = (Double(size.height) * y / cell).rounded()
            guard columns >= 1, rows >= 1, columns * rows <= Double(Self.mostCells * picture.columns * picture.rows)
            else {
                continue
            }
            let scaled = try grid.resampled(columns: Int(columns), rows: Int(rows))
            best = max(best, try GridComparison(picture, scaled, bar: SystemBar.share(of: pixels.size)).likeness)
        }
        return best
    }
}

/// Comparison of two grids of the same cells: the content of either that is not in the other.
struct GridComparison {
    /// Likeness: 0 to 1, the share of common content beyond the ground.
    let likeness: Double

    /// Distance of colours that count as different, of 255.
    private static let leastDistance: Int16 = 8
    /// Share of cells that is enough to make it another splash, however much of it is content.
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

    /// The cells of a picture that another lacks, and the number of cells with content. Each row is compared with the row of the
    /// other that is as far from the top, from the bottom, or, but for a little, from the middle, whichever is most alike; places
    /// beyond the other's edges do not count. Colours of neighbouring cells count as those of a cell.
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
                        // At edges, means depend on their place between two cells.
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
