import BoundedWork
import CCodeFixtures
import Detection
import Foundation
import ImageCore
import Samples
import SeededRandom
import Testing

@Suite("Codes")
struct CodeTests {
    private func codes(_ canvas: Canvas, threads: Int = 1) throws -> [Code] {
        var budget = WorkBudget(limit: Detector.workLimit)
        return try Detector.codes(of: canvas.pixels(), work: WorkContext(threads: { threads }), budget: &budget)
    }

    /// A format as the library names it, what is written in it, and how it is found.
    struct Writing: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let format: CodeFormat
        var testDescription: String { name }
    }

    static let writings = [
        Writing(name: "QRCode", text: "otpauth://totp/snapveil?secret=JBSWY3DPEHPK3PXP", format: .qrCode),
        Writing(name: "Aztec", text: "boarding pass M1HADDAD/LEILA", format: .aztec),
        Writing(name: "DataMatrix", text: "parcel 00340434161094042557", format: .dataMatrix),
        Writing(name: "PDF417", text: "driver's licence 0815 4711", format: .pdf417),
        Writing(name: "Code128", text: "GIFT-7402-8320", format: .code128),
        Writing(name: "Code39", text: "PATIENT42", format: .code39),
        Writing(name: "Code93", text: "PATIENT42", format: .code93),
        Writing(name: "Codabar", text: "A1234567A", format: .codabar),
        Writing(name: "EAN-13", text: "4006381333931", format: .ean13),
        Writing(name: "EAN-8", text: "96385074", format: .ean8),
        Writing(name: "ITF", text: "30712345000010", format: .itf),
        Writing(name: "UPC-A", text: "72527270270", format: .upcA),
    ]

    @Test("a code of each format is found upright and on its side, dark and light", arguments: writings)
    func formats(writing: Writing) throws {
        var upright = Canvas(width: 900, height: 700)
        let drawn = try upright.draw(writing, x: 150, y: 200)
        for (canvas, rect) in [
            (upright, drawn), (upright.inverted, drawn),
            (upright.turned, try #require(drawn.turned(in: upright))),
        ] {
            let found = try codes(canvas)
            #expect(found.map(\.format) == [writing.format], "\(canvas.width) \(canvas.samples[0])")
            let covered = try #require(found.first?.quadrilateral.boundingRect(in: canvas.pixels().size))
            #expect(covered.contains(rect), "\(covered) covers \(rect)")
            #expect(covered.size.area < rect.size.area * 5 / 4)
        }
    }

    @Test("several codes of a screen are all found, those that say the same, too", arguments: [1, 2, 6])
    func several(threads: Int) throws {
        var canvas = Canvas(width: 1_100, height: 1_600)
        let drawn = try [(0, 80, 100), (4, 80, 700), (0, 640, 900), (4, 80, 1_300)].map { index, x, y in
            try canvas.draw(Self.writings[index], x: x, y: y)
        }
        let codes = try codes(canvas, threads: threads)
        let found = try codes.compactMap { try $0.quadrilateral.boundingRect(in: canvas.pixels().size) }
        #expect(found.count == drawn.count)
        #expect(try codes == self.codes(canvas))
        for rect in drawn { #expect(found.contains { $0.contains(rect) }) }
    }

    @Test("a code far down a long page is found once")
    func longPage() throws {
        var canvas = Canvas(width: 700, height: 12_000)
        let drawn = try canvas.draw(Self.writings[0], x: 200, y: 5_900)
        let found = try codes(canvas)
        #expect(found.count == 1)
        let covered = try #require(found.first?.quadrilateral.boundingRect(in: canvas.pixels().size))
        #expect(covered.contains(drawn))
    }

    @Test("screens without codes show none", arguments: Sample.allCases)
    func none(sample: Sample) throws {
        #expect(try codes(Canvas(sample)).isEmpty)
    }

    @Test("noise and pictures of hardly any pixels are no codes", arguments: [(1, 1), (1, 700), (700, 1), (500, 400)])
    func noise(width: Int, height: Int) throws {
        var random = SeededGenerator(seed: 3)
        var canvas = Canvas(width: width, height: height)
        canvas.samples = random.bytes(width * height * 3)
        #expect(try codes(canvas).isEmpty)
    }
}

extension Canvas {
    /// Draws a code in squares of five pixels, bars 120 pixels high, and says where.
    fileprivate mutating func draw(_ writing: CodeTests.Writing, x: Int, y: Int) throws -> PixelRect {
        let fixture = code_fixture_draw(writing.name, writing.text)
        defer { free(fixture.squares) }
        let squares = try #require(fixture.squares)
        let (columns, rows) = (Int(fixture.width), Int(fixture.height))
        let side = columns > 150 ? 3 : 5
        let height = rows == 1 ? 120 : side
        let rect = try #require(PixelRect(x: x, y: y, width: columns * side, height: rows * height))
        for row in rect.rows {
            for column in rect.columns where squares[(row - y) / height * columns + (column - x) / side] == 1 {
                self[column, row] = .zero
            }
        }
        return rect
    }
}

extension PixelRect {
    /// Where it is once the picture was turned by a quarter clockwise.
    fileprivate func turned(in canvas: Canvas) -> PixelRect? {
        PixelRect(x: canvas.height - maxY, y: x, width: height, height: width)
    }
}
