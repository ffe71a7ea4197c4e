import BoundedWork
import SeededRandom
import Testing

@testable import ImageCore

@Suite("A set of pixels answers for any number of rectangles")
struct PixelSetTests {
    @Test("it holds the pixels of its rectangles and no others", arguments: 0..<40)
    func definition(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let size = try #require(PixelSize(width: Int.random(in: 1...200, using: &random), height: 30))
        let rects = (0..<Int.random(in: 0...12, using: &random)).map { _ in rect(within: 220, 40, &random) }
        let set = try PixelSet(rects, in: size, cancellation: Cancellation())
        func holds(_ x: Int, _ y: Int) -> Bool {
            rects.contains { $0.columns.contains(x) && $0.rows.contains(y) }
        }
        for y in 0..<size.height {
            let columns = 0..<size.width
            let part = columns.lowerBound + size.width / 3..<columns.upperBound
            for columns in [columns, part] {
                var outside: [Int] = []
                set.forEachRunOutside(in: columns, ofRow: y) { outside += $0 }
                #expect(outside == columns.filter { !holds($0, y) })
            }
        }
        var budget = WorkBudget(limit: .max)
        for _ in 0..<50 {
            let question = rect(within: size.width, size.height, &random)
            let isHeld = question.rows.allSatisfy { y in
                question.columns.allSatisfy { $0 < size.width && y < size.height && holds($0, y) }
            }
            #expect(try set.contains(question, budget: &budget) == isHeld)
            let isTouched = question.rows.contains { y in
                question.columns.contains { $0 < size.width && y < size.height && holds($0, y) }
            }
            #expect(try set.intersects(question, budget: &budget) == isTouched)
        }
    }

    @Test("it is not made for long for those who do not wait")
    func cancelled() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        let size = try #require(PixelSize(width: 10, height: 10))
        #expect(throws: WorkFailure.cancelled) { try PixelSet([], in: size, cancellation: cancellation) }
    }

    @Test("a question costs a unit for each row, and for every 64 pixels of it, up to the first that is missing")
    func work() throws {
        let size = try #require(PixelSize(width: 128, height: 100))
        let upper = try #require(PixelRect(x: 0, y: 0, width: 128, height: 50))
        let set = try PixelSet([upper], in: size, cancellation: Cancellation())
        var budget = WorkBudget(limit: 1000)
        #expect(try set.contains(upper, budget: &budget))
        #expect(budget.remaining == 1000 - 50 * 3)
        #expect(try !set.contains(PixelRect(size), budget: &budget))
        #expect(budget.remaining == 1000 - 101 * 3)
        let lower = try #require(PixelRect(x: 0, y: 49, width: 128, height: 51))
        #expect(try set.intersects(lower, budget: &budget))
        #expect(budget.remaining == 1000 - 102 * 3)
        budget = WorkBudget(limit: 50 * 3 - 1)
        #expect(throws: BudgetFailure.spent) { try set.contains(upper, budget: &budget) }
    }

    private func rect(within width: Int, _ height: Int, _ random: inout SeededGenerator) -> PixelRect {
        let (x, y) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
        let columns = x..<x + Int.random(in: 1...width, using: &random)
        return PixelRect(columns: columns, rows: y..<y + Int.random(in: 1...height, using: &random))
            ?? PixelRect(PixelSize(uncheckedWidth: 1, height: 1))
    }
}
