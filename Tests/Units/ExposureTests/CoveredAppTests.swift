import BoundedWork
import Detection
import ImageCore
import SecureMemory
import Testing

@testable import Exposure

@Suite("Apps beneath a cover")
struct CoveredAppTests {
    private let nothing = Sightings(lines: [], faceCount: 0, codeCount: 0)

    @Test("the screen of an app is visible")
    func visible() throws {
        let exposure = try Exposure(of: Screen.app().pixels(), sightings: nothing, scale: Screen.scale)
        #expect(exposure.verdict == .visible)
        #expect(exposure.hiddenBy == nil)
        #expect(exposure.evidence.blur == nil)
        #expect(exposure.evidence.mosaic == nil)
    }

    @Test("a blur is told with its width", arguments: [3, 5, 9, 13] as [Double])
    func blurred(sigma: Double) throws {
        let pixels = try Screen.app().pixels(GaussianBlur(sigma: sigma))
        let exposure = try Exposure(of: pixels, sightings: nothing, scale: Screen.scale)
        #expect(exposure.verdict == .blurred)
        let blur = try #require(exposure.evidence.blur)
        #expect((0.55...1.2).contains(blur.sigma / sigma))
        #expect(blur.sigmaInPoints == blur.sigma)
        #expect(abs(blur.frequencyLimit * blur.sigma - 0.483) < 1e-9)
        #expect(blur.recovery.relativeStrength == blur.sigma / (20 * 0.72))
    }

    @Test("a blur of less than a point shows the app", arguments: [0.4, 0.7] as [Double])
    func weak(sigma: Double) throws {
        let pixels = try Screen.app().pixels(GaussianBlur(sigma: sigma))
        #expect(try Exposure(of: pixels, sightings: nothing, scale: Screen.scale).verdict == .visible)
    }

    @Test("a message over a blur leaves it a blur")
    func messageOverBlur() throws {
        var pixels = try Screen.app().pixels(GaussianBlur(sigma: 10))
        let place = (columns: 384..<786, rows: 1200..<1260)
        for x in stride(from: place.columns.lowerBound / 3, to: place.columns.upperBound / 3 - 3, by: 6) {
            let stroke = try #require(PixelRect(columns: x..<x + 3, rows: 400..<420))
            try Fill(color: .black).apply(to: &pixels, in: #require(PaintArea(stroke)))
        }
        let line = try TextLine("Content hidden", place)
        let exposure = try Exposure(of: pixels, sightings: Sightings(lines: [line]), scale: Screen.scale)
        #expect(exposure.verdict == .blurred)
    }

    @Test("text that can be read behind a blur shows the app")
    func legible() throws {
        let pixels = try Screen.app().pixels(GaussianBlur(sigma: 4))
        let place = (columns: 210..<500, rows: 360..<410)
        let read = Sightings(lines: [try TextLine("Anna Keller", place)])
        #expect(try Exposure(of: pixels, sightings: read, scale: Screen.scale).verdict == .visible)
        let guessed = Sightings(lines: [try TextLine("mnhu", place, score: 0.4)])
        #expect(try Exposure(of: pixels, sightings: guessed, scale: Screen.scale).verdict == .blurred)
    }

    @Test("a mosaic is told with its cells", arguments: [4, 8, 13, 20])
    func mosaic(block: Int) throws {
        let pixels = try Screen.app().pixels(Pixelate(block: block))
        let exposure = try Exposure(of: pixels, sightings: nothing, scale: Screen.scale)
        #expect(exposure.verdict == .blurred)
        let mosaic = try #require(exposure.evidence.mosaic)
        #expect(abs(mosaic.block - Double(block)) < 0.2)
        #expect(mosaic.recovery == DigitRecovery(from: .mosaic, strength: mosaic.block, digitHeight: 20 * 0.72))
    }

    @Test("a mosaic of small cells shows the app, be they no larger than a point", arguments: [1, 2, 3] as [Double])
    func smallCells(scale: Double) throws {
        let pixels = try Screen.app().pixels(Pixelate(block: 2))
        #expect(try Exposure(of: pixels, sightings: nothing, scale: scale).verdict == .visible)
    }

    @Test("rows of text are no cells of a mosaic", arguments: [3, 4, 5])
    func textRows(gap: Int) {
        var counts = [Int](repeating: 0, count: 900)
        for y in [40..<70, 69 + gap..<74 + gap, 440..<470].joined() { counts[y] = 50 + y % 11 }
        #expect(MosaicGrid.period(of: counts) == nil)
    }

    @Test("a blur that leaves hardly any contrast is none the less no plain colour")
    func faint() throws {
        let app = try Screen.app().pixels(GaussianBlur(sigma: 8))
        let faint = try Screen { x, y in
            let pixel = app.samples(x: x / Screen.unit, y: y / Screen.unit)
            return (240 + pixel[0] / 17, 240 + pixel[1] / 17, 240 + pixel[2] / 17)
        }.pixels()
        #expect(try Exposure(of: faint, sightings: nothing, scale: Screen.scale).verdict == .blurred)
    }

    @Test("what was measured of digits is told of a strength")
    func recovery() {
        func share(_ cover: DigitRecovery.Cover, _ strength: Double) -> Double {
            DigitRecovery(from: cover, strength: strength, digitHeight: 10).share
        }
        #expect(share(.blur, 5) == 1)
        #expect(share(.blur, 20.9) == 1)
        #expect(share(.blur, 21) == 0.18)
        #expect(share(.blur, 100) == 0.02)
        #expect(share(.mosaic, 14) == 1)
        #expect(share(.mosaic, 21) == 0.06)
    }
}
