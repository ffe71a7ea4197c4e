package import ImageCore

/// Since when the pixels of a recording are as they are, in blocks.
package struct PixelHistory: Sendable {
    /// The edge of a block, in pixels.
    package let edge: Int
    /// Columns and rows of blocks.
    package let blocks: PixelSize
    /// For each block, row by row, the second of the first frame that shows it as it is.
    package var since: [Double]

    package init(edge: Int, blocks: PixelSize) {
        (self.edge, self.blocks) = (edge, blocks)
        since = [Double](repeating: 0, count: blocks.area)
    }

    /// The seconds since when columns of blocks are as they are, within the rows of `rect`.
    func columns(of rect: PixelRect) -> [(columns: Range<Int>, since: Double)] {
        let rows = (rect.y / edge..<(rect.maxY + edge - 1) / edge).clamped(to: 0..<blocks.height)
        let columns = (rect.x / edge..<(rect.maxX + edge - 1) / edge).clamped(to: 0..<blocks.width)
        return columns.map { column in
            let latest = rows.reduce(0) { max($0, since[$1 * blocks.width + column]) }
            return ((column * edge..<(column + 1) * edge).clamped(to: rect.columns), latest)
        }
    }
}
