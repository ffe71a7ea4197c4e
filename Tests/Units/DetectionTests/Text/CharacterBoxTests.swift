import BoundedWork
import ImageCore
import Testing

@testable import Detection

@Suite("Characters in boxes that the network passes over")
struct CharacterBoxTests {
    private static let pitch = 45

    /// A picture with marks of 8 x 16 pixels in a row, some of which were found; the places of those that are found beside them.
    private func passedOver(marks: [Int], found: [Int], contrast: UInt8 = 200, faint: [Int] = []) throws -> [Int] {
        var canvas = Canvas(width: 700, height: 60)
        func box(_ place: Int) -> PixelRect? { PixelRect(x: 20 + place * Self.pitch, y: 20, width: 8, height: 16) }
        for place in marks {
            let light = Float(255 - contrast)
            canvas.fill(try #require(box(place)), SIMD3(repeating: faint.contains(place) ? 235 : light))
        }
        let lines = try found.map { place in
            let rect = try #require(box(place))
            let place = Quadrilateral(
                x: Double(rect.x - 1)...Double(rect.maxX + 1),
                y: Double(rect.y - 1)...Double(rect.maxY + 1)
            )
            return TextDetector.Line(
                quadrilateral: place,
                fitted: LineFit.Fitted(quadrilateral: place, gaps: nil),
                score: 0.9
            )
        }
        let pixels = try canvas.pixels()
        var budget = WorkBudget(limit: 1_000_000)
        return try CharacterBoxes.passedOver(beside: lines, in: pixels, PixelRect(pixels.size), budget: &budget)
            .map { Int((($0.fitted.quadrilateral.center.x - 24) / Double(Self.pitch)).rounded()) }.sorted()
    }

    @Test(
        "are found as far from their neighbours as these are from each other",
        arguments: [
            (found: [1, 2, 3], missing: [0]), (found: [0, 1, 3], missing: [2]), (found: [0, 1], missing: [2, 3]),
            (found: [0, 3], missing: [1, 2]), (found: [0, 2], missing: [1, 3]), (found: [2, 3], missing: [0, 1]),
            (found: [0, 1, 2, 3], missing: []),
        ]
    )
    func missing(found: [Int], missing: [Int]) throws {
        #expect(try passedOver(marks: [0, 1, 2, 3], found: found) == missing)
        #expect(try passedOver(marks: [0, 1, 2, 3], found: found, contrast: 40) == missing)
        // Boxes of which the last one is empty, and others further away.
        #expect(try passedOver(marks: [0, 1, 2, 3, 8, 9], found: found) == missing)
    }

    @Test("are not made up where nothing stands, or hardly anything, or only one is known")
    func nothing() throws {
        #expect(try passedOver(marks: [0, 1], found: [0, 1]) == [])
        #expect(try passedOver(marks: [0, 1, 2], found: [0, 1], faint: [2]) == [])
        #expect(try passedOver(marks: [0, 1, 2], found: [1]) == [])
        #expect(try passedOver(marks: [0, 14], found: [0, 14]) == [])
    }

    @Test("are found once, where two rows of boxes meet")
    func once() throws {
        #expect(try passedOver(marks: [0, 1, 2, 3, 4, 5, 6], found: [0, 1, 5, 6]) == [2, 3, 4])
    }

    @Test("cost what is looked at, and end where that is too much")
    func budget() throws {
        let pixels = try Canvas(width: 700, height: 60).pixels()
        var budget = WorkBudget(limit: 3)
        let lines = (0..<10).map { place in
            let box = Quadrilateral(x: Double(place * 45)...Double(place * 45 + 8), y: 20...36)
            return TextDetector.Line(quadrilateral: box, fitted: .init(quadrilateral: box, gaps: nil), score: 0.9)
        }
        #expect(throws: BudgetFailure.spent) {
            _ = try CharacterBoxes.passedOver(beside: lines, in: pixels, PixelRect(pixels.size), budget: &budget)
        }
    }
}
