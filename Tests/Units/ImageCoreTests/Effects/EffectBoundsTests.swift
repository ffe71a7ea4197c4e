import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("An effect reads its target and writes its parts, and nothing else")
struct EffectBoundsTests {
    enum Case: CaseIterable {
        case fill, narrowBlur, wideBlur, widestBlur, pixelate, overlay

        /// Whether nothing of the covered pixels may be left.
        var erases: Bool { self == .fill || self == .overlay }

        func apply(
            to picture: Picture,
            in area: PaintArea?,
            padding: UInt8 = 0xA5,
            gap: Int? = 1,
            threads: Int = 1
        ) throws -> Picture {
            func applied(_ effect: some Effect) throws -> Picture {
                try effect.applied(to: picture, in: area, padding: padding, gap: gap, threads: threads)
            }
            switch self {
            case .fill: return try applied(Fill(color: Color(red: 9, green: 80, blue: 200)))
            case .narrowBlur: return try applied(GaussianBlur(sigma: 1.7))
            case .wideBlur: return try applied(GaussianBlur(sigma: 6))
            case .widestBlur: return try applied(GaussianBlur(sigma: 600))
            case .pixelate: return try applied(Pixelate(block: 7))
            case .overlay:
                let content = try PixelBuffer(Picture.noise(13, 9, .rgba, seed: 101))
                let overlay = try ImageOverlay(content: content, contentMode: .aspectFit, background: .white)
                return try overlay.applied(to: picture, in: area, padding: padding, gap: gap, threads: threads)
            }
        }
    }

    enum Kind: CaseIterable {
        case rgb, opaque, translucent

        func picture(width: Int = 61, height: Int = 47, seed: UInt64) -> Picture {
            .noise(width, height, self == .rgb ? .rgb : .rgba, opaque: self == .opaque, seed: seed)
        }
    }

    /// The whole picture, its edges and corners, and targets drawn at random, some with holes.
    private static func areas() throws -> [PaintArea] {
        var generator = SeededGenerator(seed: 102)
        let fixed = [(0, 0, 61, 47), (60, 46, 1, 1), (60, 0, 1, 47), (0, 46, 61, 1), (50, 40, 11, 7), (0, 0, 1, 1)]
        let random = (0..<8).map { _ in
            let (x, y) = (generator.int(0...45), generator.int(0...32))
            return (x, y, generator.int(12...61 - x), generator.int(9...47 - y))
        }
        let areas = try (fixed + random).enumerated().compactMap { index, bounds in
            let target = try #require(PixelRect(x: bounds.0, y: bounds.1, width: bounds.2, height: bounds.3))
            let holes = try (0..<index % 3).map { _ in
                let x = generator.int(target.x...target.maxX - 1)
                let y = generator.int(target.y...target.maxY - 1)
                return try #require(PixelRect(x: x, y: y, width: generator.int(1...9), height: generator.int(1...9)))
            }
            return PaintArea(target, excluding: holes)
        }
        #expect(areas.count { $0.parts.count > 2 } >= 4)
        return areas
    }

    @Test("pixels outside the parts stay as they are", arguments: Case.allCases, Kind.allCases)
    func writes(effect: Case, kind: Kind) throws {
        let picture = kind.picture(seed: 103)
        for area in try Self.areas() {
            let painted = try effect.apply(to: picture, in: area)
            let places = picture.places(differingFrom: painted)
            #expect(places.allSatisfy { area.paints(x: $0.x, y: $0.y) }, "\(area)")
            let changes = area.target.size.area > 30
            #expect(!changes || places.count > area.parts.reduce(0) { $0 + $1.size.area } / 2, "\(area)")
        }
    }

    @Test("pixels outside the target do not matter", arguments: Case.allCases, Kind.allCases)
    func reads(effect: Case, kind: Kind) throws {
        let picture = kind.picture(seed: 104)
        for area in try Self.areas() {
            let other = picture.replacing(seed: 105) { x, y in !area.target.contains(x: x, y: y) }
            let painted = try effect.apply(to: picture, in: area, padding: 0)
            let otherPainted = try effect.apply(to: other, in: area, padding: 0xFF)
            let places = painted.places(differingFrom: otherPainted)
            #expect(places.allSatisfy { !area.paints(x: $0.x, y: $0.y) }, "\(area)")
        }
    }

    @Test("it does not matter where rows start", arguments: Case.allCases, Kind.allCases)
    func rowsAnywhere(effect: Case, kind: Kind) throws {
        let picture = kind.picture(seed: 111)
        let onCacheLines = try effect.apply(to: picture, in: nil, gap: nil)
        for gap in [1, 2, 7] { #expect(try effect.apply(to: picture, in: nil, gap: gap) == onCacheLines, "\(gap)") }
    }

    @Test("a target in a picture is covered as if it were a picture", arguments: Case.allCases, Kind.allCases)
    func placeDoesNotMatter(effect: Case, kind: Kind) throws {
        let picture = kind.picture(seed: 106)
        let target = try #require(PixelRect(x: 17, y: 9, width: 44, height: 31))
        let painted = try effect.apply(to: picture, in: PaintArea(target))
        let alone = try effect.apply(to: picture.crop(x: 17, y: 9, width: 44, height: 31), in: nil)
        #expect(painted.crop(x: 17, y: 9, width: 44, height: 31) == alone)
    }

    @Test("holes do not change what is painted around them", arguments: Case.allCases, Kind.allCases)
    func holes(effect: Case, kind: Kind) throws {
        let picture = kind.picture(seed: 110)
        for area in try Self.areas() where area.parts != [area.target] {
            let painted = try effect.apply(to: picture, in: area)
            let places = painted.places(differingFrom: try effect.apply(to: picture, in: PaintArea(area.target)))
            #expect(places.allSatisfy { !area.paints(x: $0.x, y: $0.y) }, "\(area)")
        }
    }

    @Test(
        "what was beneath an erasing effect leaves no trace",
        arguments: Case.allCases.filter(\.erases),
        Kind.allCases
    )
    func erases(effect: Case, kind: Kind) throws {
        let picture = kind.picture(seed: 107)
        for area in try Self.areas() {
            let other = picture.replacing(seed: 108) { x, y in area.paints(x: x, y: y) }
            let painted = try effect.apply(to: picture, in: area)
            #expect(try effect.apply(to: other, in: area) == painted, "\(area)")
            guard kind != .rgb else { continue }
            let alphas = area.parts.flatMap { part in part.rows.map { painted[part.x, $0][3] } }
            #expect(alphas.allSatisfy { $0 == 255 }, "\(area)")
        }
    }

    @Test("an opaque picture stays opaque", arguments: Case.allCases)
    func opacity(effect: Case) throws {
        let painted = try effect.apply(to: Kind.opaque.picture(seed: 109), in: nil)
        #expect(stride(from: 3, to: painted.samples.count, by: 4).allSatisfy { painted.samples[$0] == 255 })
    }
}

@Suite("A fill is one opaque colour")
struct FillTests {
    @Test("every pixel of the parts has the colour", arguments: PixelFormat.allCases)
    func color(format: PixelFormat) throws {
        let picture = Picture.noise(40, 23, format, seed: 111)
        let target = try #require(PixelRect(x: 3, y: 2, width: 37, height: 21))
        let hole = try #require(PixelRect(x: 10, y: 8, width: 4, height: 30))
        let area = try #require(PaintArea(target, excluding: [hole]))
        let painted = try Fill(color: Color(red: 12, green: 200, blue: 7)).applied(to: picture, in: area)
        let expected = Picture(width: 40, height: 23, channels: format.channels) { x, y, channel in
            let isCovered = target.contains(x: x, y: y) && !hole.contains(x: x, y: y)
            return isCovered ? [12, 200, 7, 255][channel] : picture[x, y][channel]
        }
        #expect(painted == expected)
    }
}
