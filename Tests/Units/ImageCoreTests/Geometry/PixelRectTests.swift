import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Rectangles and sizes are never empty, and their arithmetic is that of sets of pixels")
struct PixelRectTests {
    @Test("a size with an edge below 1 or beyond 31 bits does not exist")
    func sizes() throws {
        let maximum = PixelSize.maximumEdge
        #expect(maximum == 2_147_483_647)
        for (width, height) in [(0, 1), (1, 0), (-1, 1), (1, Int.min), (maximum + 1, 1), (1, Int.max)] {
            #expect(PixelSize(width: width, height: height) == nil)
        }
        let largest = try #require(PixelSize(width: maximum, height: maximum))
        #expect(largest.area == 4_611_686_014_132_420_609)
        let size = try #require(PixelSize(width: 3, height: 7))
        #expect(size.transposed == PixelSize(width: 7, height: 3))
        #expect(size.description == "3x7")
    }

    @Test("a rectangle that is empty, negative or beyond 31 bits does not exist")
    func rectangles() throws {
        let wrong = [
            (-1, 0, 1, 1), (0, -1, 1, 1), (0, 0, 0, 1), (0, 0, 1, 0), (0, 0, -5, 1), (0, 0, 1, Int.min),
            (Int.max, 0, 1, 1), (0, Int.max, 1, 1), (0, 0, Int.max, 1), (Int.min, Int.min, Int.min, Int.min),
        ]
        for (x, y, width, height) in wrong {
            #expect(PixelRect(x: x, y: y, width: width, height: height) == nil)
        }
        #expect(PixelRect(columns: 3..<3, rows: 0..<1) == nil)
        #expect(PixelRect(columns: 0..<1, rows: 4..<4) == nil)
        #expect(PixelRect(columns: -1..<1, rows: 0..<1) == nil)
        let rect = try #require(PixelRect(columns: 2..<5, rows: 1..<9))
        #expect(rect == PixelRect(x: 2, y: 1, width: 3, height: 8))
        #expect((rect.maxX, rect.maxY) == (5, 9))
        #expect(rect.description == "3x8 at 2,1")
    }

    /// A rectangle within 14 x 11 pixels.
    static func random(_ generator: inout SeededGenerator) throws -> PixelRect {
        let (x, y) = (generator.int(0...13), generator.int(0...10))
        let rect = PixelRect(x: x, y: y, width: generator.int(1...14 - x), height: generator.int(1...11 - y))
        return try #require(rect)
    }

    @Test("intersection, containment and subtraction agree with sets of pixels")
    func sets() throws {
        var generator = SeededGenerator(seed: 51)
        for _ in 0..<600 {
            let (left, right) = (try Self.random(&generator), try Self.random(&generator))
            let both = left.pixels.intersection(right.pixels)
            #expect((left.intersection(right)?.pixels ?? []) == both)
            #expect(left.contains(right) == right.pixels.isSubset(of: left.pixels))
            let parts = left.subtracting(right)
            let union = parts.reduce(into: Set()) { $0.formUnion($1.pixels) }
            #expect(union == left.pixels.subtracting(right.pixels))
            #expect(union.count == parts.reduce(0) { $0 + $1.size.area }, "parts overlap")
            #expect(parts.count <= 4)
        }
    }

    @Test("the parts of an area are disjoint and are its target without the holes")
    func areas() throws {
        var generator = SeededGenerator(seed: 52)
        var empty = 0
        for _ in 0..<400 {
            let target = try Self.random(&generator)
            let holes = try (0..<generator.int(0...5)).map { _ in try Self.random(&generator) }
            let rest = holes.reduce(target.pixels) { $0.subtracting($1.pixels) }
            guard let area = PaintArea(target, excluding: holes) else {
                #expect(rest.isEmpty)
                empty += 1
                continue
            }
            #expect(area.target == target)
            #expect(area.parts.allSatisfy(target.contains))
            #expect(area.parts.reduce(into: Set()) { $0.formUnion($1.pixels) } == rest)
            #expect(area.parts.reduce(0) { $0 + $1.size.area } == rest.count, "parts overlap")
        }
        #expect(empty > 0)
    }
}

extension PixelRect {
    /// Every pixel, as a number.
    fileprivate var pixels: Set<Int> {
        Set(rows.flatMap { y in columns.map { x in y * 1_000 + x } })
    }
}

@Suite("The area of rectangles that overlap counts each pixel once")
struct UnionAreaTests {
    @Test("it is that of the set of their pixels")
    func sets() throws {
        var generator = SeededGenerator(seed: 77)
        #expect([PixelRect]().unionArea == 0)
        for _ in 0..<500 {
            let rects = try (0..<generator.int(1...12)).map { _ in try PixelRectTests.random(&generator) }
            let pixels = rects.reduce(into: Set<Int>()) { pixels, rect in
                for y in rect.rows { pixels.formUnion(rect.columns.map { y * 100 + $0 }) }
            }
            #expect(rects.unionArea == pixels.count, "\(rects)")
        }
    }

    @Test("thousands of rectangles that all overlap take no time to speak of", .timeLimit(.minutes(1)))
    func many() throws {
        let rects = (0..<16_384).compactMap { PixelRect(x: $0, y: 16_384 - $0, width: 16_384, height: 16_384) }
        // Each one adds a row and a column to the first one, less the corner.
        #expect(rects.unionArea == 16_384 * 16_384 + 16_383 * (16_384 + 16_384 - 1))
    }
}
