import BoundedWork
import ImageCore
import SecureMemory

/// How many edges each row and each column of a part of a picture has: places where neighbouring pixels differ as characters do
/// from what is behind them. Lines that run all along have none.
struct LineEdges {
    /// The part of the picture.
    let area: PixelRect
    /// Edges between pixels beside each other, for each row.
    private(set) var ofRows: [Int]
    /// Edges between pixels above each other, for each column, in rows that no other line reaches.
    private(set) var ofColumns: [Int]

    /// The least difference of two samples that is an edge where text is faint, and its share of the largest one where it is not.
    private static let (leastDifference, shareOfLargest) = (8, 6)

    /// - Parameters:
    ///   - pixels: The picture.
    ///   - area: Within the picture.
    ///   - core: Rows that are known to hold characters, some of those of `area`.
    init(_ pixels: borrowing PixelBuffer, _ area: PixelRect, core: Range<Int>) {
        self.area = area
        ofRows = [Int](repeating: 0, count: area.height)
        ofColumns = [Int](repeating: 0, count: area.width)
        var largest = 0
        for y in core { largest = max(largest, Self.largestDifference(pixels, y, area)) }
        let threshold = max(largest / Self.shareOfLargest, Self.leastDifference)
        let reach = core.count / 3
        let own = (core.lowerBound - reach..<core.upperBound + reach).clamped(to: area.y..<area.maxY - 1)
        for y in area.rows { ofRows[y - area.y] = Self.edges(pixels, y, area, threshold) }
        for y in own { addEdges(pixels, y, threshold) }
    }

    private static func largestDifference(_ pixels: borrowing PixelBuffer, _ y: Int, _ area: PixelRect) -> Int {
        let channels = pixels.format.channels
        return pixels.withRow(y) { row in
            var largest = 0
            var index = area.x * channels
            let end = (area.maxX - 1) * channels
            while index < end {
                largest = max(largest, difference(row, index, row, index &+ channels))
                index &+= channels
            }
            return largest
        }
    }

    private static func edges(
        _ pixels: borrowing PixelBuffer,
        _ y: Int,
        _ area: PixelRect,
        _ threshold: Int
    ) -> Int {
        let channels = pixels.format.channels
        return pixels.withRow(y) { row in
            var edges = 0
            var index = area.x * channels
            let end = (area.maxX - 1) * channels
            while index < end {
                edges &+= difference(row, index, row, index &+ channels) >= threshold ? 1 : 0
                index &+= channels
            }
            return edges
        }
    }

    private mutating func addEdges(_ pixels: borrowing PixelBuffer, _ y: Int, _ threshold: Int) {
        let channels = pixels.format.channels
        pixels.withRow(y) { row in
            pixels.withRow(y + 1) { below in
                for column in 0..<area.width {
                    let index = (area.x &+ column) &* channels
                    ofColumns[column] &+= Self.difference(row, index, below, index) >= threshold ? 1 : 0
                }
            }
        }
    }

    /// The largest difference of the red, green and blue samples of two pixels.
    @inline(__always)
    private static func difference(
        _ row: UnsafeBufferPointer<UInt8>,
        _ index: Int,
        _ other: UnsafeBufferPointer<UInt8>,
        _ otherIndex: Int
    ) -> Int {
        let red = abs(Int(row[index]) &- Int(other[otherIndex]))
        let green = abs(Int(row[index &+ 1]) &- Int(other[otherIndex &+ 1]))
        let blue = abs(Int(row[index &+ 2]) &- Int(other[otherIndex &+ 2]))
        return max(red, max(green, blue))
    }
}
