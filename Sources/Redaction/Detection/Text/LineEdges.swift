import BoundedWork
import ImageCore
import SecureMemory

/// Edges of each row and each column of a part of a picture: places where neighbouring pixels differ like characters from their
/// background. Lines that run all along, or all across, have none.
struct LineEdges {
    let area: PixelRect
    private(set) var ofRows: [Int]
    /// Edges between pixels above each other, for each column, in rows that no other line reaches.
    private(set) var ofColumns: [Int]

    /// The least difference of two samples that is an edge where text is faint, and its share of the largest one elsewhere.
    private static let (leastDifference, shareOfLargest) = (8, 6)

    /// - Parameters:
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
        if hasEdgesAround(core) { leaveBorders(pixels, threshold) }
    }

    /// Whether most rows round the characters have edges.
    private func hasEdgesAround(_ core: Range<Int>) -> Bool {
        let around = area.rows.filter { !core.contains($0) }
        return 2 * around.count { ofRows[$0 - area.y] > 0 } > around.count
    }

    /// Share of the rows that the border of a cell beside the characters crosses at least.
    private static let shareOfBorder = 0.85

    /// Takes the edges of borders from those of the rows.
    private mutating func leaveBorders(_ pixels: borrowing PixelBuffer, _ threshold: Int) {
        let channels = pixels.format.channels
        for x in area.x..<area.maxX - 1 {
            let index = x * channels
            let rows = area.rows.filter { y in
                pixels.withRow(y) { Self.difference($0, index, $0, index &+ channels) >= threshold }
            }
            guard Double(rows.count) >= Self.shareOfBorder * Double(area.height) else { continue }
            for y in rows { ofRows[y - area.y] -= 1 }
        }
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

/// Height of a line in its font: from the ascent to the descent, like the selection of text in browsers and systems.
///
/// Most edges of a line are between the baseline and the height of an x, or of capitals where there is nothing else. The height
/// of the whole decides between the two.
struct LineHeight {
    let rows: ClosedRange<Double>

    /// Mean measures of fonts of screens, in heights of the em: of an x, of capitals and digits, the ascent and the descent.
    private static let (xHeight, capHeight, ascent, descent) = (0.53, 0.72, 0.96, 0.24)

    init(_ edges: [Int], rows: Range<Int>) {
        let (top, baseline) = Self.band(edges, rows)
        let band = Double(baseline - top)
        let above = Double(top - rows.lowerBound)
        // Capitals and digits have nothing above the band but accents.
        let em = above > band * 0.2 ? band / Self.xHeight : band / Self.capHeight
        self.rows =
            min(
                Double(rows.lowerBound),
                Double(baseline) - Self.ascent * em
            )...max(
                Double(rows.upperBound),
                Double(baseline) + Self.descent * em
            )
    }

    /// The rows where the edges begin and cease to be many.
    private static func band(_ edges: [Int], _ rows: Range<Int>) -> (top: Int, bottom: Int) {
        let reach = max(rows.count / 12, 1)
        let middle = (rows.lowerBound + rows.upperBound) / 2
        func sum(_ range: Range<Int>) -> Int { range.clamped(to: rows).reduce(0) { $0 + edges[$1] } }
        func step(_ row: Int) -> Int { sum(row..<row + reach) - sum(row - reach..<row) }
        var (top, bottom) = (rows.lowerBound, rows.upperBound)
        var (rise, fall) = (Int.min, Int.max)
        for row in rows.lowerBound...middle where step(row) > rise { (top, rise) = (row, step(row)) }
        for row in middle...rows.upperBound where step(row) < fall { (bottom, fall) = (row, step(row)) }
        return (top, max(bottom, top + 1))
    }
}

/// The columns between the characters of an upright line: the recogniser places characters to within a few of them.
struct CharacterGaps {
    let edges: [Int]
    let firstColumn: Int

    /// The column with the fewest edges within `reach` of the assumed border of two characters, the nearest of several.
    func nearest(to column: Double, reach: Double) -> Double {
        let columns = Int((column - reach).rounded(.down))...Int((column + reach).rounded(.up))
        let known = columns.clamped(to: firstColumn...firstColumn + edges.count - 1)
        let best = known.min { one, other in
            let difference = edges[one - firstColumn] - edges[other - firstColumn]
            guard difference == 0 else { return difference < 0 }
            return abs(Double(one) + 0.5 - column) < abs(Double(other) + 0.5 - column)
        }
        return best.map { Double($0) + 0.5 } ?? column
    }
}
