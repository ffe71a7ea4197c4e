import ImageCore
import SecureMemory

/// The cells of a picture that are away from sharp detail, and not enclosed by it.
struct FreeCells: ~Copyable {
    let columns: Int
    let rows: Int
    let count: Int
    private let isFree: [Bool]
    private let samples: WipedBuffer<Int16>

    init(_ pyramid: borrowing DetailPyramid, _ sharpness: Sharpness, _ islands: [Area]) throws(OutOfMemory) {
        let (columns, rows) = (pyramid.cells.width, pyramid.cells.height)
        samples = try WipedBuffer(count: columns * rows * 3)
        samples.base.update(from: pyramid.cells.row(0), count: columns * rows * 3)
        var isFree = [Bool](repeating: false, count: columns * rows)
        let near = sharpness.near[0]
        let edge = DetailPyramid.cell / DetailPyramid.tile
        for row in 0..<rows {
            for column in 0..<columns {
                let (x, y) = (column * edge, row * edge)
                isFree[row * columns + column] = (y..<min(y + edge, near.rows)).allSatisfy { y in
                    (x..<min(x + edge, near.columns)).allSatisfy { near[$0, y] == 0 }
                }
            }
        }
        for island in islands {
            let across = Self.cells(of: island.columns, count: columns)
            for row in Self.cells(of: island.rows, count: rows) {
                for column in across { isFree[row * columns + column] = false }
            }
        }
        count = isFree.count { $0 }
        (self.columns, self.rows, self.isFree) = (columns, rows, isFree)
    }

    private static func cells(of pixels: ClosedRange<Double>, count: Int) -> Range<Int> {
        let edge = Double(DetailPyramid.cell)
        let lower = min(max(Int(pixels.lowerBound / edge), 0), count)
        return lower..<max(min(Int((pixels.upperBound / edge).rounded(.up)), count), lower)
    }

    func isFree(_ column: Int, _ row: Int) -> Bool { isFree[row * columns + column] }

    func sample(_ column: Int, _ row: Int, _ channel: Int) -> Double {
        Double(samples.base[(row * columns + column) * 3 + channel])
    }

    /// The share of free cells with a sample that is further than `distance` from the middle one.
    func shareBeyond(_ distance: Double) -> Double {
        let free = isFree.indices.filter { isFree[$0] }
        let middle = (0..<3).map { channel in
            let values = free.map { samples.base[$0 * 3 + channel] }.sorted()
            return values.isEmpty ? 0 : Double(values[values.count / 2])
        }
        let strays = free.count { cell in
            (0..<3).contains { abs(Double(samples.base[cell * 3 + $0]) - middle[$0]) > distance }
        }
        return Double(strays) / Double(max(free.count, 1))
    }
}

/// Look of a picture where it has no sharp detail: the ground of a privacy screen, or the rest of a blurred app.
enum Backdrop: Equatable, Sendable {
    case plain
    /// Colours that pass into each other along a line or out of a point, in a drawn gradient.
    case gradient
    /// Colours that follow earlier content.
    case structured
    /// There is sharp detail everywhere.
    case none
}

extension Backdrop {
    /// Distance of a sample of a plain ground to the middle one: rounding, and the fade of a logo's edge.
    private static let plainDistance = 1.5 * Double(ReducedPixels.unit)
    /// The share of a plain ground that may be further.
    private static let strayShare = 0.002
    /// Cells without sharp detail that a judgement needs.
    private static let leastCells = 24

    /// Judges the cells that are neither near sharp detail nor enclosed by it.
    init(_ pyramid: borrowing DetailPyramid, _ sharpness: Sharpness, _ islands: [Area]) throws(OutOfMemory) {
        let cells = try FreeCells(pyramid, sharpness, islands)
        guard cells.count >= Self.leastCells else {
            self = .none
            return
        }
        if cells.shareBeyond(Self.plainDistance) <= Self.strayShare {
            self = .plain
        } else {
            self = try GradientFit(cells).isGradient ? .gradient : .structured
        }
    }
}
