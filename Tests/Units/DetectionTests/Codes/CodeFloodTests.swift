import BoundedWork
import Detection
import ImageCore
import Testing

@Suite("Looking for codes ends, however many patterns of codes there are")
struct CodeFloodTests {
    /// Looks like so many corners of QR codes side by side and above each other, 14 pixels wide.
    private func corners(_ count: Int) -> Canvas {
        let (edge, step) = (14, 18)
        var canvas = Canvas(width: count * step, height: count * step)
        for y in 0..<canvas.height where y % step < edge {
            for x in 0..<canvas.width where x % step < edge {
                let (column, row) = (x % step / 2, y % step / 2)
                if min(min(column, row), 6 - max(column, row)) != 1 { canvas[x, y] = .zero }
            }
        }
        return canvas
    }

    /// The library compares each three of 676: that takes some seconds.
    @Test("a picture full of corners of QR codes is refused")
    func flood() throws {
        var budget = WorkBudget(limit: Detector.workLimit)
        let pixels = try corners(26).pixels()
        #expect(throws: DetectionFailure.tooExpensive) { try Detector.codes(of: pixels, budget: &budget) }
    }

    @Test("a picture with many of them is not")
    func many() throws {
        var budget = WorkBudget(limit: Detector.workLimit)
        let pixels = try corners(10).pixels()
        #expect(try Detector.codes(of: pixels, budget: &budget).isEmpty)
    }
}
