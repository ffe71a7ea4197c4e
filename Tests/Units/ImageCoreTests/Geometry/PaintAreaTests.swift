import BoundedWork
import SeededRandom
import Testing

@testable import ImageCore

@Suite("What is painted is the target without what is kept")
struct PaintAreaTests {
    @Test("its parts hold each pixel of the target once, but none that is kept", arguments: 0..<40)
    func definition(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let target = rect(&random)
        let kept = (0..<Int.random(in: 0...10, using: &random)).map { _ in rect(&random) }
        let area = PaintArea(target, excluding: kept)
        for y in 0..<60 {
            for x in 0..<60 {
                func holds(_ rect: PixelRect) -> Bool { rect.columns.contains(x) && rect.rows.contains(y) }
                let isPainted = holds(target) && !kept.contains(where: holds)
                #expect((area?.parts.count(where: holds) ?? 0) == (isPainted ? 1 : 0))
            }
        }
    }

    @Test("cutting costs as much as there are parts to be cut, even if none is left")
    func work() throws {
        // Each hole of a diagonal cuts the area further, and the last one takes all.
        let target = try #require(PixelRect(x: 0, y: 0, width: 600, height: 600))
        let holes = (0..<250).compactMap { PixelRect(x: 2 * $0 + 1, y: 2 * $0 + 1, width: 1, height: 1) }
        var budget = WorkBudget(limit: 1_000_000)
        #expect(try PaintArea(PixelShape(target), excluding: holes + [target], budget: &budget) == nil)
        #expect(1_000_000 - budget.remaining > 250 * 250)
        budget = WorkBudget(limit: 10_000)
        #expect(throws: BudgetFailure.spent) {
            try PaintArea(PixelShape(target), excluding: holes + [target], budget: &budget)
        }
    }

    private func rect(_ random: inout SeededGenerator) -> PixelRect {
        let (x, y) = (Int.random(in: 0..<40, using: &random), Int.random(in: 0..<40, using: &random))
        let columns = x..<x + Int.random(in: 1...20, using: &random)
        return PixelRect(columns: columns, rows: y..<y + Int.random(in: 1...20, using: &random))
            ?? PixelRect(PixelSize(uncheckedWidth: 1, height: 1))
    }
}

@Suite("The parts of an area, row by row")
struct PartSweepTests {
    @Test("asked for from top to bottom, each row has all of its parts and no other, whatever their order")
    func rows() throws {
        var random = SeededGenerator(seed: 14)
        for step in [1, 3, 7] {
            let parts = (0..<200).compactMap { _ in
                PixelRect(
                    x: random.int(0...90),
                    y: random.int(0...90),
                    width: random.int(1...9),
                    height: random.int(1...30)
                )
            }
            for first in [0, 40] {
                var sweep = PartSweep(parts)
                for y in stride(from: first, to: 130, by: step) {
                    let rows = y..<y + step
                    let expected = parts.filter { $0.rows.overlaps(rows) }
                    #expect(Set(sweep.parts(in: rows)) == Set(expected))
                }
            }
        }
    }
}
