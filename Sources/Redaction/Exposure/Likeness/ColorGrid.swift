import BoundedWork
import ImageCore
import SecureMemory

struct ColorGrid: ~Copyable {
    let columns: Int
    let rows: Int
    /// Three samples of 0 to 255 for each cell, row by row.
    private let samples: WipedBuffer<Int16>

    init(columns: Int, rows: Int) throws(OutOfMemory) {
        (self.columns, self.rows) = (columns, rows)
        samples = try WipedBuffer(count: columns * rows * 3)
    }

    /// The means of cells that are about as wide as high; as many as pixels of a smaller picture. Translucent pixels count as
    /// over white. Not all is there once it is cancelled.
    static func means(
        of pixels: borrowing PixelBuffer,
        columns: Int,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) -> ColorGrid {
        let (width, height) = (pixels.size.width, pixels.size.height)
        let columns = min(columns, width)
        let wanted = (Double(height) * Double(columns) / Double(width)).rounded()
        let rows = max(Int(min(wanted, Double(min(height, 16 * columns)))), 1)
        let grid = try ColorGrid(columns: columns, rows: rows)
        let (channels, isOpaque) = (pixels.format.channels, pixels.format == .rgb)
        let sums = try WipedBuffer<UInt32>(count: columns * 3)
        for row in (0..<rows).whileWanted(cancellation) {
            sums.base.update(repeating: 0, count: columns * 3)
            // At most 64 rows, evenly: enough for a mean, and little enough for a sum.
            let (first, end) = (row * height / rows, (row + 1) * height / rows)
            let step = max((end - first) / 64, 1)
            var count = 0
            for y in stride(from: first, to: end, by: step) {
                count += 1
                pixels.withRow(y) { samples in
                    guard let source = samples.baseAddress else { return }
                    for column in 0..<columns {
                        let span = column * width / columns..<(column + 1) * width / columns
                        for channel in 0..<3 {
                            var sum: UInt32 = 0
                            for x in span {
                                let sample = UInt32(source[x &* channels &+ channel])
                                let alpha = isOpaque ? 255 : UInt32(source[x &* channels &+ 3])
                                sum &+= isOpaque ? sample : (sample &* alpha &+ 255 &* (255 &- alpha)) / 255
                            }
                            sums.base[column * 3 + channel] &+= sum / UInt32(span.count)
                        }
                    }
                }
            }
            for index in 0..<columns * 3 {
                grid.samples.base[row * columns * 3 + index] = Int16(sums.base[index] / UInt32(max(count, 1)))
            }
        }
        return grid
    }

    /// A sample of a cell; of the nearest one for a place beyond the edges.
    func sample(_ column: Int, _ row: Int, _ channel: Int) -> Int16 {
        let (x, y) = (min(max(column, 0), columns - 1), min(max(row, 0), rows - 1))
        return samples.base[(y * columns + x) * 3 + channel]
    }

    /// Another number of cells for the same picture: each the mean of nine places in it.
    func resampled(columns: Int, rows: Int) throws(OutOfMemory) -> ColorGrid {
        let result = try ColorGrid(columns: columns, rows: rows)
        for row in 0..<rows {
            for column in 0..<columns {
                for channel in 0..<3 {
                    var sum: Int16 = 0
                    for (down, across) in Self.parts {
                        let x = Int((Double(column) + across) / Double(columns) * Double(self.columns))
                        let y = Int((Double(row) + down) / Double(rows) * Double(self.rows))
                        sum += sample(x, y, channel)
                    }
                    result.samples.base[(row * columns + column) * 3 + channel] = sum / 9
                }
            }
        }
        return result
    }

    /// Places within a cell, from its upper left corner, in its edges.
    private static let parts: [(down: Double, across: Double)] = {
        let sixths: [Double] = [1.0 / 6, 0.5, 5.0 / 6]
        return sixths.flatMap { down in sixths.map { across in (down, across) } }
    }()

    /// For each cell, the least or greatest samples of it and its neighbours.
    func extreme(_ choose: (Int16, Int16) -> Int16) throws(OutOfMemory) -> ColorGrid {
        let wide = try ColorGrid(columns: columns, rows: rows)
        let result = try ColorGrid(columns: columns, rows: rows)
        for row in 0..<rows {
            for column in 0..<columns {
                for channel in 0..<3 {
                    let beside = choose(sample(column - 1, row, channel), sample(column + 1, row, channel))
                    wide.samples.base[(row * columns + column) * 3 + channel] = choose(
                        sample(column, row, channel),
                        beside
                    )
                }
            }
        }
        for row in 0..<rows {
            for column in 0..<columns {
                for channel in 0..<3 {
                    let around = choose(wide.sample(column, row - 1, channel), wide.sample(column, row + 1, channel))
                    let index = (row * columns + column) * 3 + channel
                    result.samples.base[index] = choose(wide.samples.base[index], around)
                }
            }
        }
        return result
    }

    var ground: [Int16] {
        (0..<3).map { channel in
            let values = (0..<columns * rows).map { samples.base[$0 * 3 + channel] }.sorted()
            return values[values.count / 2]
        }
    }
}
