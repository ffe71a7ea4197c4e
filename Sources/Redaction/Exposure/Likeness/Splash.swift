public import BoundedWork
public import ImageCore
import SecureMemory

/// What an app shows while it starts, to hold pictures against: prepared once, for any number of them and any thread.
public final class Splash: Sendable {
    // Sendable: the grid is written before anybody else sees it, and only read from then on.
    private nonisolated(unsafe) let grid: ColorGrid
    private let size: PixelSize

    /// Cells side by side of what a splash is kept as.
    private static let columns = 256
    /// Cells side by side of a picture that is held against it.
    private static let comparedColumns = 64
    /// By what a splash of another device is scaled so that points have the same size: displays have 2, 2.625 or 3 pixels for
    /// each.
    private static let scales = [1, 1.5, 2.0 / 3, 3 / 2.625, 2.625 / 3, 2.625 / 2, 2 / 2.625]
    /// From here on no other scale is tried.
    private static let sameLikeness = 0.99
    /// Cells of a scaled splash for each cell of a picture, at most.
    private static let mostCells = 8

    /// Prepares a splash.
    ///
    /// - Parameters:
    ///   - pixels: The splash, of any size: that of another device, or of the picture in the app.
    ///   - cancellation: Whether it is still wanted.
    /// - Throws: `WorkFailure`.
    public init(_ pixels: borrowing PixelBuffer, cancellation: Cancellation = Cancellation()) throws(WorkFailure) {
        size = pixels.size
        grid = try cancellation.finish { () throws(OutOfMemory) in
            try ColorGrid.means(of: pixels, columns: Self.columns, cancellation)
        }
    }

    /// How alike a picture and the splash are: 0 to 1, the share of what is more than the ground that is in both.
    ///
    /// The splash is scaled so that it fills the picture, fits into it, or keeps its size in pixels or in points. What is in it may
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
