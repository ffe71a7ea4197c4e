import ImageCore
import SeededRandom
import Testing

@Suite("The pixels of a shape, and the blocks that it touches")
struct PixelShapeTests {
    private struct Pixel: Hashable {
        let x: Int
        let y: Int
    }

    private static let grids = [
        BlockGrid.pixels, BlockGrid(width: 8, height: 8), BlockGrid(width: 16, height: 8, offsetX: 5, offsetY: 3),
        BlockGrid(width: 16, height: 16, margin: 0), BlockGrid(width: 8, height: 16, offsetX: 7, offsetY: 15),
    ]

    @Test("rows that are alike become one rectangle, and spans that meet one span")
    func rects() throws {
        var shape = PixelShape()
        shape.append(rows: 2..<3, spans: [7..<9, 1..<4, 4..<5])
        shape.append(rows: 3..<5, spans: [1..<5, 7..<9])
        shape.append(rows: 5..<6, spans: [])
        shape.append(rows: 6..<7, spans: [0..<1, 3..<3])
        #expect(shape.rects == [try rect(1, 2, 4, 3), try rect(7, 2, 2, 3), try rect(0, 6, 1, 1)])
        #expect(shape.bounds == (try rect(0, 2, 9, 5)))
        #expect(shape.rect == nil)
        #expect(PixelShape(try rect(3, 4, 5, 6)).rect == (try rect(3, 4, 5, 6)))
        #expect(PixelShape().bounds == nil)
    }

    @Test("without another shape, a shape has the pixels that are in it alone")
    func subtracting() throws {
        var shapes: [PixelShape] = []
        try forEachShape { shape, _ in shapes.append(shape) }
        for (shape, other) in Array(zip(shapes, shapes.reversed())) + Array(zip(shapes, shapes.dropFirst())) {
            let rest = shape.subtracting(other)
            #expect(pixels(rest) == pixels(shape).subtracting(pixels(other)))
        }
        #expect(shapes.allSatisfy { $0.subtracting($0).isEmpty && $0.subtracting(PixelShape()) == $0 })
    }

    @Test("grown to blocks, a shape has every pixel in which one of its own may show, and no other", arguments: grids)
    func influence(grid: BlockGrid) throws {
        try forEachShape { shape, size in
            var expected: Set<Pixel> = []
            for pixel in pixels(shape) {
                expected.formUnion(pixels(PixelShape(grid.influence(of: try rect(pixel.x, pixel.y, 1, 1), in: size))))
            }
            #expect(pixels(grid.influence(of: shape, in: size)) == expected)
        }
    }

    @Test("sheltered, a shape has every pixel in which none from outside it may show, and no other", arguments: grids)
    func sheltered(grid: BlockGrid) throws {
        try forEachShape { shape, size in
            let own = pixels(shape)
            var expected = own
            for pixel in pixels(PixelShape(PixelRect(size))).subtracting(own) {
                expected.subtract(pixels(PixelShape(grid.influence(of: try rect(pixel.x, pixel.y, 1, 1), in: size))))
            }
            #expect(pixels(grid.sheltered(in: shape, of: size)) == expected)
        }
    }

    /// Calls `body` with shapes of whole picture, of some blocks and of scattered spans, on pictures that end within a block.
    private func forEachShape(_ body: (PixelShape, PixelSize) throws -> Void) throws {
        var random = SeededGenerator(seed: 14)
        for height in [33, 40, 17] {
            let size = try #require(PixelSize(width: 45, height: height))
            try body(PixelShape(PixelRect(size)), size)
            for _ in 0..<12 {
                var shape = PixelShape()
                var row = Int.random(in: 0..<height / 2, using: &random)
                while row < height {
                    let rows = row..<min(row + Int.random(in: 1...20, using: &random), height)
                    let left = Int.random(in: 0..<20, using: &random)
                    let gap = Int.random(in: left + 1..<44, using: &random)
                    shape.append(rows: rows, spans: [left..<gap, min(gap + 2, 45)..<45])
                    row = rows.upperBound + (Bool.random(using: &random) ? 0 : 3)
                }
                try body(shape, size)
            }
        }
    }

    private func pixels(_ shape: PixelShape) -> Set<Pixel> {
        var pixels: Set<Pixel> = []
        for rect in shape.rects {
            for y in rect.rows {
                for x in rect.columns { #expect(pixels.insert(Pixel(x: x, y: y)).inserted) }
            }
        }
        return pixels
    }

    private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws -> PixelRect {
        try #require(PixelRect(x: x, y: y, width: width, height: height))
    }
}
