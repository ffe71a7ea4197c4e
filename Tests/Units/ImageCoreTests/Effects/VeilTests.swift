import BoundedWork
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A veil is painted from what surrounds it")
struct VeilTests {
    private static let targets = [
        (17, 9, 40, 31), (0, 0, 61, 20), (0, 12, 61, 9), (30, 0, 31, 47), (60, 46, 1, 1), (5, 5, 2, 40), (0, 0, 60, 47),
    ]

    private static func target(_ bounds: (Int, Int, Int, Int)) throws -> PixelRect {
        try #require(PixelRect(x: bounds.0, y: bounds.1, width: bounds.2, height: bounds.3))
    }

    @Test("what lies beneath it leaves no trace", arguments: targets, PixelFormat.allCases)
    func erases(bounds: (Int, Int, Int, Int), format: PixelFormat) throws {
        let target = try Self.target(bounds)
        let hole = try #require(PixelRect(x: target.x, y: target.y, width: 1, height: 1))
        for holes in target.size.area > 1 ? [[], [hole]] : [[]] {
            let area = try #require(PaintArea(target, excluding: holes))
            let picture = Picture.noise(61, 47, format, seed: 201)
            let other = picture.replacing(seed: 202) { x, y in area.paints(x: x, y: y) }
            let painted = try Veil().applied(to: picture, in: area, padding: 0)
            #expect(try Veil().applied(to: other, in: area, padding: 0xFF) == painted)
            let changed = picture.places(differingFrom: painted)
            #expect(changed.allSatisfy { area.paints(x: $0.x, y: $0.y) })
            guard format == .rgba else { continue }
            #expect(
                area.parts.allSatisfy { painted[$0.x, $0.y][3] == 255 && painted[$0.maxX - 1, $0.maxY - 1][3] == 255 }
            )
        }
    }

    private static func pixels(_ rects: [PixelRect], _ width: Int, _ height: Int) throws -> PixelSet {
        let size = try #require(PixelSize(width: width, height: height))
        return try PixelSet(rects, in: size, cancellation: Cancellation())
    }

    @Test("what is to be hidden beside it counts as little as what is transparent", arguments: targets)
    func hiding(bounds: (Int, Int, Int, Int)) throws {
        let area = try #require(PaintArea(Self.target(bounds)))
        let hidden = try [
            (0, 0, 25, 12), (10, 2, 30, 9), (38, 5, 1, 40), (40, 5, 15, 15), (12, 40, 40, 5), (15, 41, 3, 6),
            (3, 3, 3, 44),
        ].map(Self.target)
        let picture = Picture.noise(61, 47, .rgba, opaque: true, seed: 209)
        let veiled = try Veil(avoiding: Self.pixels(hidden, 61, 47)).applied(to: picture, in: area)
        let transparent = Picture(width: 61, height: 47, channels: 4) { x, y, channel in
            channel == 3 && hidden.contains { $0.contains(x: x, y: y) } ? 0 : picture[x, y][channel]
        }
        let expected = try Veil().applied(to: transparent, in: area)
        func inside(_ picture: Picture) -> Picture {
            let target = area.target
            return picture.crop(x: target.x, y: target.y, width: target.width, height: target.height)
        }
        #expect(inside(veiled) == inside(expected))
    }

    @Test("thousands of cells beside thousands of rectangles are painted at once", .timeLimit(.minutes(1)))
    func manyRectangles() throws {
        let area = try #require(PaintArea(Self.target((0, 20, 16_384, 4))))
        let hidden = try (0..<8192).flatMap { try [Self.target((2 * $0, 18, 1, 1)), Self.target((2 * $0, 25, 1, 1))] }
        let veil = Veil(avoiding: try Self.pixels(hidden, 16_384, 64))
        let painted = try veil.applied(to: .flat(16_384, 64, [200, 100, 50]), in: area)
        #expect(painted[8000, 22][0] > painted[8000, 22][2])
    }

    @Test("what is to be hidden beside it is not looked at, and the rest of the surroundings is")
    func avoiding() throws {
        let area = try #require(PaintArea(Self.target((20, 10, 20, 20))))
        let hidden = [try Self.target((40, 5, 15, 15)), try Self.target((10, 30, 40, 5))]
        let veil = Veil(avoiding: try Self.pixels(hidden, 61, 47))
        let picture = Picture.noise(61, 47, .rgb, seed: 203)
        let other = picture.replacing(seed: 204) { x, y in hidden.contains { $0.contains(x: x, y: y) } }
        #expect(
            try veil.applied(to: picture, in: area).crop(x: 20, y: 10, width: 20, height: 20)
                == veil.applied(to: other, in: area).crop(x: 20, y: 10, width: 20, height: 20)
        )
        #expect(
            try Veil().applied(to: picture, in: area).crop(x: 20, y: 10, width: 20, height: 20)
                != Veil().applied(to: other, in: area).crop(x: 20, y: 10, width: 20, height: 20)
        )
    }

    @Test("a target that nothing surrounds gets a pane that depends on the size alone")
    func neutral() throws {
        let first = try Veil().applied(to: .noise(61, 47, .rgb, seed: 205))
        #expect(try Veil(sigma: 3).applied(to: .noise(61, 47, .rgb, seed: 206)) == first)
        // The same where all that surrounds it is to be hidden.
        let area = try #require(PaintArea(Self.target((10, 10, 30, 20))))
        let veil = Veil(avoiding: try Self.pixels([Self.target((0, 0, 61, 47))], 61, 47))
        let alone = try Veil().applied(to: .noise(30, 20, .rgb, seed: 207))
        let hidden = try veil.applied(to: .noise(61, 47, .rgb, seed: 208), in: area)
        #expect(hidden.crop(x: 10, y: 10, width: 30, height: 20) == alone)
        // Near white, and no colour stands out.
        for pixel in [first[0, 0], first[60, 46], first[30, 20]] {
            let (least, most) = (try #require(pixel.min()), try #require(pixel.max()))
            #expect(least > 190 && most - least < 24)
        }
    }

    @Test("it takes up the colours of its surroundings where they are, and shows on a plain background")
    func look() throws {
        let slope = Picture(width: 200, height: 160, channels: 3) { x, y, channel in
            UInt8([40 + x / 2, 60 + y / 2, 90][channel])
        }
        let target = try Self.target((40, 30, 120, 100))
        let area = try #require(PaintArea(target))
        let painted = try Veil().applied(to: slope, in: area)
        // A linear slope goes on beneath the glass, but for its tint.
        for (x, y) in [(48, 80), (100, 80), (150, 80), (100, 38), (100, 120)] {
            for channel in 0..<3 { #expect(abs(Int(painted[x, y][channel]) - Int(slope[x, y][channel])) < 16) }
        }
        for plain: UInt8 in [0, 255] {
            let background = Picture.flat(200, 160, [plain, plain, plain])
            let glass = try Veil().applied(to: background, in: area)
            let inside = glass.crop(x: 40, y: 30, width: 120, height: 100)
            #expect(inside.samples.allSatisfy { abs(Int($0) - Int(plain)) >= 6 })
            #expect(abs(Int(glass[100, 80][0]) - Int(plain)) < 20)
        }
    }

    @Test("transparent surroundings have no colour to give")
    func transparent() throws {
        let picture = Picture(width: 60, height: 60, channels: 4) { x, _, channel in
            x < 30 ? [0, 0, 0, 0][channel] : [200, 40, 40, 255][channel]
        }
        let area = try #require(PaintArea(Self.target((10, 10, 40, 40))))
        let painted = try Veil().applied(to: picture, in: area)
        #expect(painted[14, 30][0] > 170 && painted[14, 30][3] == 255)
    }
}
