import ImageCore
import SeededRandom
import Testing

@testable import Messages

@Suite("The text of a label is as large as fits, and legible")
struct LabelLayoutTests {
    @Test("it stays within its target, and ink is near its edges in one direction, whatever the size")
    func fits() throws {
        var generator = SeededGenerator(seed: 71)
        let texts = [
            LabelText("card", number: 1), LabelText("e-mail"), LabelText("name", number: 4711), LabelText("IBAN"),
        ]
        for _ in 0..<150 {
            let (width, height) = (generator.length(), generator.length())
            for text in texts {
                guard let label = try DrawnLabel(text, width, height) else { continue }
                #expect(label.frame.maxX <= width && label.frame.maxY <= height, "\(text) in \(width) x \(height)")
                let ink = try #require(label.ink)
                #expect(
                    ink.x > 0 && ink.y > 0 && ink.maxX < width && ink.maxY < height,
                    "\(text) in \(width) x \(height)"
                )
            }
        }
    }

    @Test(
        "where there is room, small letters are 7 pixels high at a third of the size",
        arguments: [(160, 60), (300, 60), (1083, 138), (1083, 354), (500, 900), (1290, 2796)]
    )
    func thirds(size: (width: Int, height: Int)) throws {
        // An x has the height of small letters.
        let ink = try #require(DrawnLabel(LabelText("xxxx"), size.width, size.height)?.ink)
        #expect(ink.height >= 21)
    }

    @Test("a giant target has words of a moderate size, in its middle")
    func giant() throws {
        for (width, height) in [(1290, 2796), (2732, 2048), (8000, 8000)] {
            let ink = try #require(DrawnLabel(LabelText("hidden"), width, height)?.ink)
            #expect(ink.height * 12 < height && ink.height * 60 > height, "\(ink.height) of \(height)")
            #expect(abs(ink.x + ink.maxX - width) <= 2)
            #expect(abs(ink.y + ink.maxY - height) < ink.height / 2)
        }
    }

    @Test("words in targets of one height are of one size, and stand on one line")
    func alike() throws {
        let labels = try ["lamp", "lace", "lake"].map { try #require(DrawnLabel(LabelText($0), 400, 40)?.ink) }
        #expect(Set(labels.map(\.y)).count == 1)
        #expect(labels[1].maxY == labels[2].maxY && labels[0].maxY > labels[1].maxY)
        let capital = try #require(DrawnLabel(LabelText("IH"), 400, 40)?.ink)
        #expect(abs(capital.y + capital.maxY - 40) <= 2)
    }

    @Test("a word that does not fit is cut to its first letters, the number never, and at last nothing is drawn")
    func shortened() throws {
        #expect(LabelText("e-mail").forms == ["e-mail", "e-mai", "e-ma", "e-m", "e"])
        #expect(LabelText("card", number: 12).forms == ["card 12", "car 12", "ca 12", "c 12"])
        let widths = (1...60).map { width in
            (try? DrawnLabel(LabelText("hidden"), width, 16))?.flatMap { $0.ink?.width } ?? 0
        }
        #expect(widths.first == 0 && widths.last ?? 0 > 30)
        // More room never means less ink, but for the margin that a larger size takes.
        for (less, more) in zip(widths, widths.dropFirst()) { #expect(more >= less - 2, "\(widths)") }
        #expect(try DrawnLabel(LabelText("hidden"), 400, 12) == nil)
        #expect(try DrawnLabel(LabelText("hidden"), 400, 15) != nil)
    }

    @Test("slivers have no text", arguments: [(1, 1), (1, 16_384), (16_384, 1), (3, 4000), (4000, 8), (7, 7)])
    func slivers(size: (width: Int, height: Int)) throws {
        #expect(try DrawnLabel(LabelText("card", number: 1), size.width, size.height) == nil)
    }

    @Test("the same text in the same target gives the same pixels, by any renderer")
    func deterministic() throws {
        let text = LabelText("card", number: 3)
        #expect(try DrawnLabel(text, 200, 50) == DrawnLabel(text, 200, 50))
        #expect(try DrawnLabel(text, 200, 50) != DrawnLabel(LabelText("card", number: 4), 200, 50))
    }
}

/// A label as it is seen: its words in a target, white on black.
struct DrawnLabel: Equatable {
    let frame: PixelRect
    let width: Int
    let height: Int
    /// The share of each pixel of ``frame`` that the words take, row by row.
    let coverage: [UInt8]

    /// Nil if nothing is drawn.
    init?(_ text: LabelText, _ width: Int, _ height: Int) throws {
        let target = try #require(PixelRect(x: 0, y: 0, width: width, height: height))
        guard let layout = LabelLayout(text, in: target.size, by: try #require(Typesetter())) else { return nil }
        let picture = try layout.draw()
        frame = layout.frame
        (self.width, self.height) = (width, height)
        let samples = picture.samples(in: PixelRect(frame.size))
        coverage = stride(from: 0, to: samples.count, by: 3).map { samples[$0] }
    }

    /// The smallest rectangle of the target that holds every pixel that is half taken.
    var ink: PixelRect? {
        let places = coverage.indices.filter { coverage[$0] >= 128 }
        let (columns, rows) = (places.map { $0 % frame.width }, places.map { $0 / frame.width })
        guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max() else {
            return nil
        }
        return PixelRect(columns: frame.x + left..<frame.x + right + 1, rows: frame.y + top..<frame.y + bottom + 1)
    }
}
