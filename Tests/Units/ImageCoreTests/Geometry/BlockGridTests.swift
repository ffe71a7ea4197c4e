import Testing

@testable import ImageCore

@Suite("A grid says exactly where a pixel may show")
struct BlockGridTests {
    /// Length of the axis that is searched.
    private static let limit = 29

    static let grids = [1, 3, 8, 16, 24].flatMap { block in (0..<block).map { (block: block, offset: $0) } }

    /// For each position, the positions in which it may show: its block, found by walking, and one more on both sides.
    private static func reaches(block: Int, offset: Int) -> [Range<Int>] {
        (0..<limit).map { position in
            var start = position
            while (start - offset) % block != 0 { start -= 1 }
            return max(start - 1, 0)..<min(start + block + 1, limit)
        }
    }

    private static func spans() -> [Range<Int>] {
        (0..<limit).flatMap { lower in (lower + 1...limit).map { lower..<$0 } }
    }

    @Test("influence is the union of what each pixel influences, on both axes", arguments: grids)
    func influence(block: Int, offset: Int) throws {
        let reaches = Self.reaches(block: block, offset: offset)
        let wide = try #require(PixelSize(width: Self.limit, height: 2))
        // The other axis has blocks of 2, so that the grid never is the one of single pixels.
        let columns = BlockGrid(width: block, height: 2, offsetX: offset)
        let rows = BlockGrid(width: 2, height: block, offsetY: offset)
        var wrong: [Range<Int>] = []
        for span in Self.spans() {
            let lower = reaches[span].map(\.lowerBound).min()
            let upper = reaches[span].map(\.upperBound).max()
            let across = try #require(PixelRect(columns: span, rows: 0..<1))
            let down = try #require(PixelRect(columns: 0..<1, rows: span))
            let wideInfluence = columns.influence(of: across, in: wide)
            let tallInfluence = rows.influence(of: down, in: wide.transposed)
            let found = [wideInfluence.columns, tallInfluence.rows]
            if found.contains(where: { $0.lowerBound != lower || $0.upperBound != upper }) { wrong.append(span) }
            if wideInfluence.rows != 0..<2 || tallInfluence.columns != 0..<2 { wrong.append(span) }
        }
        #expect(wrong.isEmpty)
    }

    @Test("sheltered is what no pixel outside influences, on both axes", arguments: grids)
    func sheltered(block: Int, offset: Int) throws {
        let reaches = Self.reaches(block: block, offset: offset)
        let wide = try #require(PixelSize(width: Self.limit, height: 2))
        let columns = BlockGrid(width: block, height: 2, offsetX: offset)
        let rows = BlockGrid(width: 2, height: block, offsetY: offset)
        var wrong: [Range<Int>] = []
        for span in Self.spans() {
            let outside = (0..<Self.limit).filter { !span.contains($0) }.map { reaches[$0] }
            let kept = span.filter { position in !outside.contains { $0.contains(position) } }
            let across = try #require(PixelRect(columns: span, rows: 0..<2))
            let down = try #require(PixelRect(columns: 0..<2, rows: span))
            let inColumns = columns.sheltered(in: across, of: wide)?.columns
            let inRows = rows.sheltered(in: down, of: wide.transposed)?.rows
            if (inColumns.map(Array.init) ?? []) != kept || (inRows.map(Array.init) ?? []) != kept {
                wrong.append(span)
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test("without blocks a pixel shows in itself alone")
    func singlePixels() throws {
        let size = try #require(PixelSize(width: 10, height: 10))
        let rect = try #require(PixelRect(x: 3, y: 4, width: 2, height: 5))
        #expect(BlockGrid.pixels.influence(of: rect, in: size) == rect)
        #expect(BlockGrid.pixels.sheltered(in: rect, of: size) == rect)
    }

    @Test("influence is clipped to the picture, and a rectangle outside it influences nothing more")
    func clipping() throws {
        let size = try #require(PixelSize(width: 20, height: 20))
        let grid = BlockGrid(width: 16, height: 8)
        let overhanging = try #require(PixelRect(x: 18, y: 18, width: 40, height: 40))
        #expect(grid.influence(of: overhanging, in: size) == PixelRect(x: 15, y: 15, width: 5, height: 5))
        let outside = try #require(PixelRect(x: 100, y: 100, width: 4, height: 4))
        #expect(grid.influence(of: outside, in: size) == outside)
        #expect(grid.sheltered(in: outside, of: size) == nil)
    }

    @Test("blocks have at least one pixel")
    func minimum() {
        #expect(BlockGrid(width: 0, height: -3) == .pixels)
    }
}
