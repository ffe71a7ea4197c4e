import BoundedWork
import Detection
import ImageCore
import Samples
import Testing

@Suite("Text on screens")
struct ScreenTextTests {
    private func lines(_ canvas: Canvas, recognizing: Bool = true) throws -> [TextLine] {
        var budget = WorkBudget(limit: Detector.workLimit)
        return try LoadedDetector.detector().lines(of: canvas.pixels(), recognizing: recognizing, budget: &budget)
    }

    /// What screens show of the secrets, without spaces.
    private static let shown: [Sample: [String]] = [
        .iosLogin: ["LeilaHaddad", "7402832096233111", "842950"],
        .androidCheckout: ["LeilaHaddad", "+491646090228", "7402832096233111"],
        .webProfile: ["leila.haddad@example.org", "+491646090228", "DE89124596562034"],
    ]

    @Test("every secret that a screen shows is read", arguments: Sample.allCases)
    func secrets(sample: Sample) throws {
        let read = try lines(Canvas(sample)).map(\.letters)
        for secret in try #require(Self.shown[sample]) {
            #expect(read.contains { $0.contains(secret) }, "\(secret) in \(read)")
        }
    }

    @Test("light text on a dark screen is read as well")
    func dark() throws {
        let read = try lines(Canvas(.webProfile).inverted).map(\.letters)
        #expect(read.filter { $0.contains("@example.org") }.count == 5)
    }

    @Test("text that runs down and up the picture is read, and its edges run along it")
    func turned() throws {
        let down = try Canvas(.webProfile).turned
        for (canvas, runsDown) in [(down, true), (down.turned.turned, false)] {
            let mails = try lines(canvas).filter { $0.letters.contains("@example.org") }
            #expect(mails.count == 5)
            for mail in mails {
                let edge = (mail.quadrilateral.topLeft, mail.quadrilateral.topRight)
                #expect(abs(edge.1.y - edge.0.y) > abs(edge.1.x - edge.0.x))
                #expect((edge.1.y > edge.0.y) == runsDown)
            }
        }
    }

    @Test("who covers a part of a line covers these characters and no others")
    func partOfLine() throws {
        var canvas = try Canvas(.webProfile)
        let mail = try #require(try lines(canvas).first { $0.letters == "leila.haddad@example.org" })
        let text = try #require(mail.text)
        let domain = text.characters.indices.suffix(11)
        let part = mail.quadrilateral.part(try #require(text.extent(of: domain.startIndex..<domain.endIndex)))
        canvas.fill(try #require(part.boundingRect(in: canvas.pixels().size)), .zero)
        let read = try lines(canvas).filter {
            abs($0.quadrilateral.topLeft.x - mail.quadrilateral.topLeft.x) < 20
                && abs($0.quadrilateral.topLeft.y - mail.quadrilateral.topLeft.y) < 20
        }
        #expect(read.map(\.letters).joined().hasPrefix("leila.haddad"))
        #expect(!read.contains { $0.letters.contains("example") })
        #expect(text.extent(of: 0..<0) == nil)
        #expect(text.extent(of: text.characters.indices) == 0...1)
    }

    @Test("what is covered is gone, and nothing but lines is covered")
    func covering() throws {
        var canvas = try Canvas(.webProfile)
        var covered = 0
        for line in try lines(canvas, recognizing: false) {
            #expect(line.text == nil)
            let rect = try #require(line.quadrilateral.boundingRect(in: canvas.pixels().size))
            canvas.fill(rect, canvas[max(rect.x - 1, 0), rect.y])
            covered += rect.size.area
        }
        #expect(try lines(canvas).isEmpty)
        // Sixteen lines of about 150x20 pixels.
        #expect((40_000..<75_000).contains(covered), "\(covered)")
    }

    @Test("a page of many screens is read to its end, though it takes many tiles")
    func longPage() throws {
        let screen = try Canvas(.webProfile)
        let count = try lines(screen, recognizing: false).count
        let long = try lines(screen.repeated(8), recognizing: false)
        #expect(long.count == count * 8)
        let last = try #require(long.last?.quadrilateral.topLeft.y)
        #expect(last > Double(screen.height) * 7)
    }

    @Test("only the area is looked at, and places are still those of the picture")
    func area() throws {
        let canvas = try Canvas(.webProfile)
        let area = try #require(PixelRect(x: 400, y: 160, width: 240, height: 160))
        var budget = WorkBudget(limit: Detector.workLimit)
        let found = try LoadedDetector.detector().lines(
            of: canvas.pixels(),
            in: area,
            recognizing: true,
            budget: &budget
        )
        #expect(found.count == 4)
        #expect(found.allSatisfy { $0.letters.hasPrefix("DE") })
        for line in found {
            let rect = try #require(line.quadrilateral.boundingRect(in: canvas.pixels().size))
            #expect(area.contains(rect))
        }
    }

    @Test("an opaque picture with alpha says the same as one without")
    func alpha() throws {
        let canvas = try Canvas(.webProfile)
        var budget = WorkBudget(limit: Detector.workLimit)
        let found = try LoadedDetector.detector().lines(
            of: canvas.opaquePixels(),
            recognizing: true,
            budget: &budget
        )
        #expect(found.map(\.letters) == (try lines(canvas).map(\.letters)))
    }

    @Test("text with nothing behind it is read, be it black or white")
    func transparent() throws {
        for white in [true, false] {
            let screen = try Canvas(.webProfile)
            // As dark as the screen, as opaque: black is text, and white nothing at all.
            let samples = (0..<screen.width * screen.height).flatMap { pixel -> [UInt8] in
                let grey = white ? UInt8(255) : 0
                return [grey, grey, grey, 255 - screen.samples[pixel * 3 + 1]]
            }
            let size = try #require(PixelSize(width: screen.width, height: screen.height))
            let pixels = try PixelBuffer(size, format: .rgba, samples: samples)
            var budget = WorkBudget(limit: Detector.workLimit)
            let found = try LoadedDetector.detector().lines(of: pixels, recognizing: true, budget: &budget)
            #expect(found.filter { $0.letters.contains("@example.org") }.count >= 5)
        }
    }

    @Test("pictures of hardly any pixels hold no text", arguments: [(1, 1), (1, 900), (900, 1), (7, 3), (33, 31)])
    func tiny(width: Int, height: Int) throws {
        #expect(try lines(Canvas(width: width, height: height)).isEmpty)
    }
}
