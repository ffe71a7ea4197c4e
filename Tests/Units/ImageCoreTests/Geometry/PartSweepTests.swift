import SeededRandom
import Testing

@testable import ImageCore

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
