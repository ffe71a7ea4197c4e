import BoundedWork
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A label has the colours of its surroundings")
struct LabelTests {
    private static let targets = [
        (17, 9, 40, 31), (0, 0, 61, 20), (0, 12, 61, 9), (30, 0, 31, 47), (60, 46, 1, 1), (5, 5, 2, 40), (0, 0, 60, 47),
        (0, 0, 61, 47),
    ]

    private static func rect(_ bounds: (Int, Int, Int, Int)) throws -> PixelRect {
        try #require(PixelRect(x: bounds.0, y: bounds.1, width: bounds.2, height: bounds.3))
    }

    /// A label that writes a white bar of `width` x `height` pixels for words.
    private static func label(
        width: Int = 9,
        height: Int = 5,
        avoiding hidden: [PixelRect] = [],
        of size: PixelSize? = nil
    ) throws -> Label {
        let words = try PixelBuffer(Picture.flat(width, height, [255, 255, 255]))
        let pixels = try size.map { try PixelSet(hidden, in: $0, cancellation: Cancellation()) }
        return Label(Stencil(words, x: 1, y: 1), avoiding: pixels)
    }

    @Test("what lies beneath it leaves no trace", arguments: targets, PixelFormat.allCases)
    func erases(bounds: (Int, Int, Int, Int), format: PixelFormat) throws {
        let target = try Self.rect(bounds)
        let hole = try #require(PixelRect(x: target.x, y: target.y, width: 1, height: 1))
        for holes in target.size.area > 1 ? [[], [hole]] : [[]] {
            let area = try #require(PaintArea(target, excluding: holes))
            let picture = Picture.noise(61, 47, format, seed: 301)
            let other = picture.replacing(seed: 302) { x, y in area.paints(x: x, y: y) }
            let painted = try Self.label().applied(to: picture, in: area, padding: 0)
            #expect(try Self.label().applied(to: other, in: area, padding: 0xFF) == painted)
            let changed = picture.places(differingFrom: painted)
            #expect(changed.allSatisfy { area.paints(x: $0.x, y: $0.y) })
            guard format == .rgba else { continue }
            #expect(
                area.parts.allSatisfy { painted[$0.x, $0.y][3] == 255 && painted[$0.maxX - 1, $0.maxY - 1][3] == 255 }
            )
        }
    }

    @Test("what is to be hidden beside it is not looked at, and the rest of the surroundings is")
    func avoiding() throws {
        let area = try #require(PaintArea(Self.rect((20, 10, 20, 20))))
        let hidden = [try Self.rect((40, 5, 15, 15)), try Self.rect((10, 30, 40, 5))]
        func inside(_ picture: Picture, avoiding hidden: [PixelRect]) throws -> Picture {
            let label = try Self.label(avoiding: hidden, of: PixelSize(width: 61, height: 47))
            return try label.applied(to: picture, in: area).crop(x: 20, y: 10, width: 20, height: 20)
        }
        let red = Picture.flat(61, 47, [200, 30, 30])
        let green = Picture(width: 61, height: 47, channels: 3) { x, y, channel in
            hidden.contains { $0.contains(x: x, y: y) } ? [30, 200, 30][channel] : [200, 30, 30][channel]
        }
        #expect(try inside(red, avoiding: hidden) == inside(green, avoiding: hidden))
        let blue = Picture.flat(61, 47, [30, 30, 200])
        #expect(try inside(red, avoiding: hidden) != inside(blue, avoiding: hidden))
    }

    @Test("a target that nothing surrounds, or nothing that shows, has colours that depend on nothing")
    func neutral() throws {
        let first = try Self.label().applied(to: .noise(61, 47, .rgb, seed: 305))
        #expect(try Self.label().applied(to: .noise(61, 47, .rgb, seed: 306)) == first)
        let area = try #require(PaintArea(Self.rect((10, 10, 30, 20))))
        let everything = try Self.label(avoiding: [Self.rect((0, 0, 61, 47))], of: PixelSize(width: 61, height: 47))
        let hidden = try everything.applied(to: .noise(61, 47, .rgb, seed: 307), in: area)
        #expect(hidden[12, 28] == first[30, 30] && hidden[13, 13] == first[3, 3])
        let transparent = Picture(width: 61, height: 47, channels: 4) { x, y, _ in
            (10..<40).contains(x) && (10..<30).contains(y) ? 255 : 0
        }
        #expect(try Self.label().applied(to: transparent, in: area)[12, 28] == first[30, 30] + [255])
    }

    @Test("the ground is near to what most pixels round the target are, whatever crosses them")
    func ground() throws {
        // A line and specks of other colours take a quarter of the surroundings.
        let picture = Picture(width: 200, height: 120, channels: 3) { x, y, channel in
            y == 29 || x % 5 == 0 ? [255, 0, 0][channel] : [20, 60, 110][channel]
        }
        let area = try #require(PaintArea(Self.rect((40, 30, 120, 40))))
        let ground = try Self.label().applied(to: picture, in: area)[100, 60]
        #expect(zip(ground, [20, 60, 110]).allSatisfy { abs(Int($0) - $1) <= 20 })
        // It shows on a plain background none the less.
        for plain: UInt8 in [0, 255] {
            let painted = try Self.label().applied(to: .flat(200, 120, [plain, plain, plain]), in: area)
            #expect((12...30).contains(abs(Int(painted[100, 60][0]) - Int(plain))))
        }
    }

    @Test("words have a contrast of 4.5 at least on any surroundings", arguments: ColorSpace.allCases)
    func contrast(space: ColorSpace) {
        let levels = stride(from: UInt8(0), through: 255, by: 17)
        for red in levels {
            for green in levels {
                for blue in levels {
                    let colors = LabelColors(Color(red: red, green: green, blue: blue), in: space)
                    let contrast = colors.words.contrast(to: colors.ground, in: space)
                    if contrast < LabelColors.minimumContrast {
                        Issue.record("\(contrast) on \(red) \(green) \(blue)")
                    }
                }
            }
        }
        let neutral = LabelColors(nil, in: space)
        #expect(neutral.words.contrast(to: neutral.ground, in: space) >= 7)
    }
}
