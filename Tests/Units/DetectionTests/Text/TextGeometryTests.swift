import BoundedWork
import Foundation
import ImageCore
import SeededRandom
import Testing

@testable import Detection

@Suite("Geometry of text")
struct TextGeometryTests {
    @Test("tiles look at every pixel, within their bounds, and overlap")
    func tiles() {
        var random = SeededGenerator(seed: 19)
        let limits = Tiles.Limits.networks
        for _ in 0..<500 {
            let (width, height) = (random.int(1...9_000), random.int(1...20_000))
            let tiles = Tiles(width: width, height: height)
            for (all, length) in [(tiles.columns, width), (tiles.rows, height)] {
                #expect(all.first?.decided.lowerBound == 0)
                #expect(all.last?.decided.upperBound == length)
                #expect(all.allSatisfy { $0.padded.count % limits.unit == 0 })
                for (one, next) in zip(all, all.dropFirst()) {
                    #expect(one.padded.upperBound - next.padded.lowerBound >= limits.overlap)
                    #expect(one.decided.upperBound > next.decided.lowerBound)
                }
            }
            let largest = tiles.columns[0].padded.count * tiles.rows[0].padded.count
            #expect(largest <= limits.maximumArea + limits.maximumWidth * limits.unit)
        }
    }

    @Test("each pixel that is made has weights that add up to 1, of pixels that are there")
    func taps() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            let source = random.int(1...400)
            let lower = Double(random.int(-50...390))
            let taps = Taps(lower...lower + Double(random.int(1...500)), to: random.int(1...300), sourceCount: source)
            for (index, start) in taps.starts.enumerated() {
                #expect(start >= 0 && start + taps.count <= source)
                let sum = taps.weights[index * taps.count..<(index + 1) * taps.count].reduce(0, +)
                #expect(abs(sum - 1) < 1e-4)
            }
        }
    }

    @Test("a rectangle at an angle is found again", arguments: [0.3, 0.7, -0.6, 1.2])
    func rectangle(angle: Double) {
        let direction = Point(x: cos(angle), y: sin(angle))
        let down = Point(x: -direction.y, y: direction.x)
        let corners = [(0.0, 0.0), (200, 0), (200, 20), (0, 20)].map { direction * $0.0 + down * $0.1 }
        let found = TextRectangle(round: ConvexHull(corners + [direction * 100 + down * 10]))
        #expect(abs(found.width - 200) < 1e-6)
        #expect(abs(found.height - 20) < 1e-6)
        #expect((found.quadrilateral(grownBy: 0).topLeft - corners[0]).length < 1e-6)
    }

    @Test("equal steps in a row are one character, and two with a blank between them are two")
    func decoding() {
        // Classes of the steps: blank, a, a, blank, a, b, b.
        let steps = [0, 1, 1, 0, 1, 2, 2]
        var probabilities = [Float](repeating: 0.01, count: steps.count * 19)
        for (step, index) in steps.enumerated() { probabilities[step * 19 + index] = 0.5 + Float(step) / 20 }
        let characters = CTCDecoding(probabilities, stepCount: steps.count, classCount: 19, none: 0).characters
        #expect(characters.map(\.index) == [1, 1, 2])
        #expect(characters.map(\.steps) == [1..<3, 4..<5, 5..<7])
        #expect(characters.map(\.score) == [0.6, 0.7, 0.8])
    }

    @Test("runs that touch, if only by a corner, are one blob")
    func blobs() throws {
        let rows = ["11..1", "..1.1", "1...1", "1.1.1"]
        let map = try ProbabilityMap(width: 5, height: 4)
        for (y, row) in rows.enumerated() {
            for (x, pixel) in row.enumerated() { map.base[y * 5 + x] = pixel == "1" ? 200 : 10 }
        }
        var budget = WorkBudget(limit: 1_000)
        var runs = try TextRuns(map, threshold: 51, budget: &budget)
        let areas = runs.blobs().map { $0.reduce(0) { $0 + $1.columns.count } }
        #expect(areas.sorted() == [1, 2, 3, 4])
    }

    @Test("a character ends in the emptiest column near to where it is thought to")
    func gaps() {
        let gaps = CharacterGaps(edges: [4, 4, 0, 4, 1, 1, 4, 0], firstColumn: 100)
        #expect(gaps.nearest(to: 103.2, reach: 1.5) == 102.5)
        #expect(gaps.nearest(to: 105.6, reach: 0.3) == 105.5)
        #expect(gaps.nearest(to: 90, reach: 3) == 100.5)
        #expect(gaps.nearest(to: 200, reach: 0) == 107.5)
    }

    @Test("the border of a cell beside characters is none of them", arguments: [false, true])
    func border(isThere: Bool) throws {
        var canvas = Canvas(width: 120, height: 60)
        for x in stride(from: 30, to: 100, by: 10) {
            canvas.fill(try #require(PixelRect(x: x, y: 24, width: 4, height: 14)), .zero)
        }
        if isThere { canvas.fill(try #require(PixelRect(x: 12, y: 0, width: 1, height: 60)), SIMD3(repeating: 90)) }
        let pixels = try canvas.pixels()
        let edges = LineEdges(pixels, PixelRect(pixels.size), core: 26..<36)
        #expect(edges.ofRows.enumerated().filter { $0.element > 0 }.map(\.offset) == Array(24..<38))
    }
}
