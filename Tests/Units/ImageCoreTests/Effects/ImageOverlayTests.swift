import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("An overlay is the picture, scaled well, over its background")
struct ImageOverlayTests {
    private static let background = Color(red: 30, green: 60, blue: 90)

    private static func overlay(
        _ content: Picture,
        _ mode: ContentMode,
        on canvas: Picture,
        in area: PaintArea? = nil
    ) throws -> Picture {
        let content = try PixelBuffer(content)
        let overlay = try ImageOverlay(content: content, contentMode: mode, background: background)
        return try overlay.applied(to: canvas, in: area)
    }

    /// `content` composed over the background in double precision, then scaled to fill and clamped.
    private static func reference(_ content: Picture, columns: AxisFilter, rows: AxisFilter) -> [Double] {
        content.filtered(columns: columns, rows: rows).map { min(max($0, 0), 255) }
    }

    @Test(
        "a picture of the size of the target is copied exactly",
        arguments: ContentMode.allCases,
        PixelFormat.allCases
    )
    func identity(mode: ContentMode, format: PixelFormat) throws {
        let content = Picture.noise(43, 31, .rgb, seed: 151)
        let painted = try Self.overlay(content, mode, on: .noise(43, 31, format, seed: 152))
        let expected = Picture(width: 43, height: 31, channels: format.channels) { x, y, channel in
            channel == 3 ? 255 : content[x, y][channel]
        }
        #expect(painted == expected)
    }

    @Test("center shows the pixels as they are, with the background around or the edges cut off")
    func center() throws {
        let content = Picture.noise(6, 9, .rgb, seed: 153)
        let painted = try Self.overlay(content, .center, on: .noise(11, 4, .rgb, seed: 154))
        let expected = Picture(width: 11, height: 4, channels: 3) { x, y, channel in
            (2..<8).contains(x) ? content[x - 2, y + 2][channel] : [30, 60, 90][channel]
        }
        #expect(painted == expected)
    }

    @Test("aspectFit shows the background beside the picture")
    func margins() throws {
        let painted = try Self.overlay(.flat(10, 10, [1, 2, 3]), .aspectFit, on: .noise(50, 20, .rgba, seed: 155))
        let expected = Picture(width: 50, height: 20, channels: 4) { x, _, channel in
            ((15..<35).contains(x) ? [1, 2, 3, 255] : [30, 60, 90, 255])[channel]
        }
        #expect(painted == expected)
    }

    @Test("flat colours are scaled exactly", arguments: ContentMode.allCases, [(1, 1), (3, 50), (120, 7), (64, 64)])
    func flat(mode: ContentMode, size: (Int, Int)) throws {
        for color in [[0, 0, 0], [255, 255, 255], [17, 128, 251]] as [[UInt8]] {
            let canvas = Picture.flat(37, 29, [9, 9, 9])
            let painted = try Self.overlay(.flat(size.0, size.1, color), mode, on: canvas)
            let colors = Set((0..<37 * 29).map { painted[$0 % 37, $0 / 37] })
            #expect(colors.contains(color))
            #expect(colors.subtracting([color, [30, 60, 90]]).isEmpty)
            #expect(mode != .fill && mode != .aspectFill || colors.count == 1)
        }
    }

    static let scalings = [(40, 30, 97, 71), (97, 71, 40, 30), (60, 50, 61, 49), (80, 60, 9, 100), (1, 20, 50, 3)]

    @Test("scaling comes within 52 dB of Lanczos in double precision", arguments: scalings)
    func quality(width: Int, height: Int, targetWidth: Int, targetHeight: Int) throws {
        let table = try Decoded(fixture("web_1280x720.png")).picture
        let canvas = Picture.flat(targetWidth, targetHeight, [0, 0, 0])
        let columns = AxisFilter.lanczos(inputs: width, outputs: targetWidth)
        let rows = AxisFilter.lanczos(inputs: height, outputs: targetHeight)
        for content in [
            Picture.noise(width, height, .rgb, seed: 156), table.crop(x: 20, y: 130, width: width, height: height),
        ] {
            let painted = try Self.overlay(content, .fill, on: canvas)
            #expect(painted.psnr(against: Self.reference(content, columns: columns, rows: rows)) >= 52)
        }
    }

    @Test("what aspectFill cuts off is cut off on both sides alike")
    func crop() throws {
        let content = Picture.noise(70, 40, .rgb, seed: 157)
        let painted = try Self.overlay(content, .aspectFill, on: .flat(30, 60, [0, 0, 0]))
        // Scaled by 1.5 to 105 x 60, of which 37 columns are cut off at the left and 38 at the right.
        let columns = AxisFilter.lanczos(inputs: 70, start: 37 / 1.5, length: 30 / 1.5, outputs: 30)
        let rows = AxisFilter.lanczos(inputs: 40, outputs: 60)
        #expect(painted.psnr(against: Self.reference(content, columns: columns, rows: rows)) >= 52)
    }

    @Test("a mirrored picture is scaled to the mirror image", arguments: scalings)
    func symmetry(width: Int, height: Int, targetWidth: Int, targetHeight: Int) throws {
        let content = Picture.noise(width, height, .rgb, seed: 158)
        let canvas = Picture.flat(targetWidth, targetHeight, [0, 0, 0])
        let painted = try Self.overlay(content, .fill, on: canvas)
        let mirrored = try Self.overlay(content.seen(as: .down), .fill, on: canvas)
        // Sums are rounded in another order.
        #expect(painted.seen(as: .down).largestDifference(from: mirrored) <= 1)
    }

    @Test("translucent pixels show the background, weighed by alpha")
    func alpha() throws {
        let content = Picture.noise(45, 12, .rgba, seed: 159)
        let painted = try Self.overlay(content, .fill, on: .noise(45, 12, .rgba, seed: 160))
        let exact = (0..<45 * 12).flatMap { index -> [Double] in
            let pixel = content[index % 45, index / 45].map(Double.init)
            let color = zip(pixel, [30.0, 60, 90]).map { $0 * pixel[3] / 255 + $1 * (1 - pixel[3] / 255) }
            return color + [255]
        }
        let largest = zip(painted.samples, exact).map { abs(Double($0) - $1) }.max() ?? .infinity
        #expect(largest <= 0.501)
    }

    @Test("invisible pixels of any colour do not bleed when they are scaled")
    func bleeding() throws {
        let content = Picture(width: 20, height: 20, channels: 4) { x, _, channel in
            (x < 10 ? [30, 60, 90, 255] : [255, 255, 255, 0])[channel]
        }
        let painted = try Self.overlay(content, .fill, on: .noise(50, 50, .rgb, seed: 161))
        #expect(painted == .flat(50, 50, [30, 60, 90]))
    }

    @Test("a tall picture in a flat target takes no memory for its rows")
    func memory() throws {
        let size = try #require(PixelSize(width: 8, height: 3_000))
        let content = try PixelBuffer(size, format: .rgb, filledWith: .white)
        let before = try PeakMemory.resident.read()
        let painted = try ImageOverlay(content: content, contentMode: .fill).applied(to: .flat(13_000, 1, [0, 0, 0]))
        #expect(painted == .flat(13_000, 1, [255, 255, 255]))
        #expect(try PeakMemory.resident.read() - before < PeakMemory.tolerance)
    }
}
