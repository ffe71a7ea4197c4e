import ImageCore
import SeededRandom
import Testing

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
