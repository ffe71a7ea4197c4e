import SecureMemory

/// A row of a reduced picture at full size, by bilinear interpolation. Rows are visited from top to bottom.
struct EnlargedRow: ~Copyable {
    private let cells: FloatRows
    private let shares: WipedBuffer<Float>
    let width: Int
    private var widened = -1
    private var position = (cell: 0, weight: Float(0))

    init(of picture: borrowing ReducedPicture, width: Int) throws(OutOfMemory) {
        let cells = try FloatRows(rowCount: width * picture.channels, rows: 2)
        let factor = picture.factor
        let shares = try WipedBuffer<Float>(count: factor)
        let step = 1 / Float(2 * factor)
        for x in 0..<factor { shares.base[x] = Float(2 * x + (factor == 1 ? 0 : 1)) * step }
        self.cells = cells
        self.shares = shares
        self.width = width
    }

    /// Goes on to row `y` of the full-size picture, 0 or more; the same picture and no row before the last one.
    mutating func move(to y: Int, of picture: borrowing ReducedPicture) {
        position = Self.position(of: y, factor: picture.factor, count: picture.rows.rows)
        widened = max(widened, position.cell - 1)
        while widened < position.cell + 1 {
            widened += 1
            widen(picture, row: widened)
        }
    }

    func write(_ samples: Range<Int>, to output: UnsafeMutablePointer<UInt8>) {
        Self.interpolate(
            cells[position.cell % 2] + samples.lowerBound,
            cells[(position.cell + 1) % 2] + samples.lowerBound,
            weight: position.weight,
            into: output,
            count: samples.count
        )
    }

    /// The cell that begins half a cell or less before a pixel, and the share of the next one. A pixel lies half a pixel into its
    /// cell, and the margin, counted in `count`, shifts cells by one.
    private static func position(of pixel: Int, factor: Int, count: Int) -> (cell: Int, weight: Float) {
        let (cell, phase) = (2 * pixel + 1 + factor).quotientAndRemainder(dividingBy: 2 * factor)
        return (min(cell, count - 2), Float(phase) / Float(2 * factor))
    }

    private func widen(_ picture: borrowing ReducedPicture, row: Int) {
        let (factor, channels) = (picture.factor, picture.channels)
        let (output, shares) = (cells[row % 2], shares.base)
        // Half a cell lies before the first one, but for cells of one pixel.
        var first = -(factor / 2)
        var cell = factor == 1 ? 1 : 0
        while first < width {
            let values = picture.rows[row] + min(cell, picture.columns - 2) * channels
            for channel in 0..<channels {
                let (near, slope) = (values[channel], values[channel + channels] - values[channel])
                for x in max(first, 0)..<min(first + factor, width) {
                    output[x &* channels &+ channel] = near + slope * shares[x &- first]
                }
            }
            first += factor
            cell += 1
        }
    }

    private static func interpolate(
        _ upper: UnsafePointer<Float>,
        _ lower: UnsafePointer<Float>,
        weight: Float,
        into output: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        for index in 0..<count {
            output[index] = (upper[index] + (lower[index] - upper[index]) * weight).roundedSample
        }
    }
}
