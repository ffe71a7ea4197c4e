import SecureMemory

/// The cells that a veil is painted in before it is enlarged to pixels.
struct VeilGrid {
    let target: PixelRect
    /// Pixels along the edge of a cell, a power of two. Those at the right and bottom edges may be cut.
    let cell: Int

    /// A grid in which 16 to 32 cells span the shorter edge of `target`, or fewer where it is short.
    init(_ target: PixelRect) {
        self.target = target
        var cell = 2
        while cell * 32 <= min(target.width, target.height) { cell *= 2 }
        self.cell = cell
    }

    var columns: Int { (target.width + cell - 1) / cell }
    var rows: Int { (target.height + cell - 1) / cell }

    /// Depth of the surroundings, in pixels: so deep that a hairline round a field does not colour it.
    var depth: Int { min(max(cell, 4), 24) }

    /// The pixels round the target that it is painted from, which may lie outside the picture to the right and below.
    var surroundings: [PixelRect] {
        let around = PixelRect(
            columns: max(target.x - depth, 0)..<target.maxX + depth,
            rows: max(target.y - depth, 0)..<target.maxY + depth
        )
        return around?.subtracting(target) ?? []
    }

    func columns(ofColumn column: Int) -> Range<Int> {
        let start = target.x + column * cell
        return start..<min(start + cell, target.maxX)
    }

    func rows(ofRow row: Int) -> Range<Int> {
        let start = target.y + row * cell
        return start..<min(start + cell, target.maxY)
    }

    func fraction(ofColumn column: Int) -> Float { (Float(column) + 0.5) / Float(columns) }
    func fraction(ofRow row: Int) -> Float { (Float(row) + 0.5) / Float(rows) }

    /// A standard deviation in cells, by pixels: a quarter of the shorter edge by default, all of it at the most.
    func sigma(_ pixels: Double?) -> Double {
        let shorterEdge = Double(min(target.width, target.height))
        return max(min(pixels ?? shorterEdge / 4, shorterEdge) / Double(cell), 0.5)
    }
}

extension ReducedPicture {
    /// Opaque cells of the colours from `color`, red to blue, each from 0 to 255.
    init(
        _ grid: VeilGrid,
        channels: Int,
        color: (_ column: Int, _ row: Int) -> SIMD4<Float>
    ) throws(OutOfMemory) {
        try self.init(factor: grid.cell, columns: grid.columns + 2, rows: grid.rows + 2, channels: channels)
        for row in 0..<rows.rows {
            let cells = rows[row]
            for column in 0..<columns {
                // The margin repeats the outermost cells.
                let inner = (min(max(column - 1, 0), grid.columns - 1), min(max(row - 1, 0), grid.rows - 1))
                var sample = color(inner.0, inner.1).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
                sample.w = 255
                for channel in 0..<channels { cells[column &* channels &+ channel] = sample[channel] }
            }
        }
    }
}
