import SecureMemory

/// The colours just outside the four sides of a rectangle, a cell at a time. Nothing within the rectangle is read.
///
/// A colour is a sum of red, green and blue, weighted by alpha, and of the weights: a cell whose surroundings are out of the
/// picture, transparent or to be hidden has no weight.
struct SurroundingColors: ~Copyable {
    private typealias Side = UnsafeMutableBufferPointer<SIMD4<Float>>

    private let sums: WipedBuffer<SIMD4<Float>>
    private let columns: Int
    private let rows: Int

    private var top: Side { Side(start: sums.base, count: columns) }
    private var bottom: Side { Side(start: sums.base + columns, count: columns) }
    private var left: Side { Side(start: sums.base + 2 * columns, count: rows) }
    private var right: Side { Side(start: sums.base + 2 * columns + rows, count: rows) }

    private init(columns: Int, rows: Int) throws(OutOfMemory) {
        sums = try WipedBuffer(count: 2 * (columns + rows))
        self.columns = columns
        self.rows = rows
    }

    /// Looks round the target of `grid`, but not at pixels in `hidden`. Takes as long as there are pixels there.
    init(of grid: VeilGrid, in pixels: borrowing PixelBuffer, avoiding hidden: PixelSet?) throws(OutOfMemory) {
        try self.init(columns: grid.columns, rows: grid.rows)
        let target = grid.target
        let depth = grid.depth
        let above = max(target.y - depth, 0)..<target.y
        let below = target.maxY..<max(min(target.maxY + depth, pixels.size.height), target.maxY)
        let before = max(target.x - depth, 0)..<target.x
        let after = target.maxX..<max(min(target.maxX + depth, pixels.size.width), target.maxX)

        for column in 0..<grid.columns {
            let columns = grid.columns(ofColumn: column)
            top[column] = pixels.sum(columns, above, avoiding: hidden)
            bottom[column] = pixels.sum(columns, below, avoiding: hidden)
        }
        for row in 0..<grid.rows {
            let rows = grid.rows(ofRow: row)
            left[row] = pixels.sum(before, rows, avoiding: hidden)
            right[row] = pixels.sum(after, rows, avoiding: hidden)
        }
    }

    var total: SIMD4<Float> {
        (0..<sums.count).reduce(.zero) { $0 + sums.base[$1] }
    }

    func smoothed(with kernel: GaussianKernel) throws(OutOfMemory) -> SurroundingColors {
        let result = try SurroundingColors(columns: columns, rows: rows)
        kernel.convolve(top, into: result.top)
        kernel.convolve(bottom, into: result.bottom)
        kernel.convolve(left, into: result.left)
        kernel.convolve(right, into: result.right)
        return result
    }

    /// The colour of a cell: that of each side, the more the nearer it is, and `mean` where none is near.
    func color(column: Int, row: Int, mean: SIMD4<Float>) -> SIMD4<Float> {
        func share(_ sum: SIMD4<Float>, distance: Int) -> SIMD4<Float> {
            let distance = Float(distance) + 0.5
            return sum / (distance * distance)
        }
        var sum = mean * (1e-6 / mean.w)
        sum += share(top[column], distance: row)
        sum += share(bottom[column], distance: rows - 1 - row)
        sum += share(left[row], distance: column)
        sum += share(right[row], distance: columns - 1 - column)
        return sum / sum.w
    }
}

extension GaussianKernel {
    fileprivate func convolve(
        _ line: UnsafeMutableBufferPointer<SIMD4<Float>>,
        into output: UnsafeMutableBufferPointer<SIMD4<Float>>
    ) {
        let last = line.count - 1
        for index in 0...last {
            var sum = line[index] * weights[0]
            for distance in 1..<weights.count {
                sum += (line[max(index - distance, 0)] + line[min(index + distance, last)]) * weights[distance]
            }
            output[index] = sum
        }
    }
}

extension PixelBuffer {
    /// Sums the pixels that are not in `hidden`, weighted by alpha.
    fileprivate func sum(_ columns: Range<Int>, _ rows: Range<Int>, avoiding hidden: PixelSet?) -> SIMD4<Float> {
        var sums = SIMD4<UInt64>.zero
        for y in rows {
            guard let hidden else {
                sums &+= sum(columns, ofRow: y)
                continue
            }
            hidden.forEachRunOutside(in: columns, ofRow: y) { sums &+= sum($0, ofRow: y) }
        }
        return SIMD4<Float>(sums) / 255
    }

    private func sum(_ columns: Range<Int>, ofRow y: Int) -> SIMD4<UInt64> {
        let channels = format.channels
        let pixels = row(y)
        var sums = SIMD4<UInt64>.zero
        for x in columns {
            let pixel = pixels + x &* channels
            let alpha = channels == 4 ? UInt64(pixel[3]) : 255
            sums &+= SIMD4(UInt64(pixel[0]), UInt64(pixel[1]), UInt64(pixel[2]), 1) &* alpha
        }
        return sums
    }
}
