import Foundation
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("What the chunks of a PNG declare counts in the order of the standard")
struct DeclaredColorTests {
    private static let picture = Picture.flat(5, 4, [200, 100, 50])

    private static func png() throws -> ChunkedPNG { try ChunkedPNG(picture) }

    /// The chunk cHRM of a white and three primaries.
    private static func chromaticities(_ primaries: SampleProfile.Primaries) -> [UInt8] {
        primaries.flatMap { [$0.0, $0.1] }.flatMap { bigEndian(UInt32(($0 * 100_000).rounded())) }
    }

    private static let codedP3: [UInt8] = [12, 13, 0, 1]
    private static let codedSRGB: [UInt8] = [1, 13, 0, 1]

    @Test("cICP names Display P3 and sRGB, and is passed over where it is not four bytes")
    func codePoints() throws {
        #expect(try Decoded(Self.png().declaring("cICP", Self.codedP3).bytes).colorSpace == .displayP3)
        #expect(try Decoded(Self.png().declaring("cICP", Self.codedSRGB).bytes).colorSpace == .sRGB)
        for malformed in [[12, 13, 0], [1, 13, 0, 1, 0], []] as [[UInt8]] {
            let file = try Self.png().declaring("cICP", malformed)
            #expect(try Decoded(file.bytes).colorSpace == .sRGB, "\(malformed)")
            #expect(try Decoded(file.embedding(SampleProfile.displayP3()).bytes).colorSpace == .displayP3)
        }
    }

    /// Primaries, transfer characteristics, matrix coefficients, full range.
    private static let foreignCodePoints: [(codePoints: [UInt8], name: String)] = [
        ([9, 16, 9, 1], "a PNG with the matrix coefficients 9 of H.273"), ([9, 16, 0, 0], "a PNG of limited range"),
        ([3, 18, 0, 1], "a PNG with the primaries 3 of H.273"), ([1, 13, 0, 0], "a PNG of limited range"),
        ([12, 13, 0, 2], "a PNG of limited range"),
        ([12, 13, 1, 1], "a PNG with the matrix coefficients 1 of H.273"),
        ([2, 13, 0, 1], "a PNG with the primaries 2 of H.273"),
        ([1, 2, 0, 1], "a PNG with the transfer characteristics 2 of H.273"),
        ([1, 17, 0, 1], "a PNG with the transfer characteristics 17 of H.273"),
    ]

    @Test("cICP that cannot be converted is refused by name, whatever else is declared", arguments: foreignCodePoints)
    func foreign(codePoints: [UInt8], name: String) throws {
        let file = try Self.png().declaring("cICP", codePoints)
        let profile = try SampleProfile.displayP3()
        for file in [file, file.embedding(profile), file.declaring("sRGB", [0])] {
            #expect(try refusal(of: file.bytes) == .unsupported(name))
        }
        let truecolor = ChunkedPNG(holding: .noise(5, 4, channels: 3, seed: 1)).declaring("cICP", codePoints)
        #expect(try refusal(of: truecolor.bytes) == .unsupported(name))
    }

    private static let bt2020: SampleProfile.Primaries = [
        (0.3127, 0.3290), (0.708, 0.292), (0.17, 0.797), (0.131, 0.046),
    ]

    /// Code points of a screen that is no brighter than white, and the space that they stand for.
    private static let convertible: [(codePoints: [UInt8], primaries: SampleProfile.Primaries, gamma: Double)] = [
        ([1, 4, 0, 1], SampleProfile.standardPrimaries, 2.2), ([1, 5, 0, 1], SampleProfile.standardPrimaries, 2.8),
        ([12, 8, 0, 1], SampleProfile.displayP3Primaries, 1), ([9, 4, 0, 1], bt2020, 2.2), ([9, 8, 0, 1], bt2020, 1),
    ]

    @Test("cICP of any other primaries and powers is converted to sRGB", arguments: convertible.indices)
    func converted(index: Int) throws {
        let (codePoints, primaries, gamma) = Self.convertible[index]
        let colors = Picture.lattice
        let profile = try SampleProfile.rgb("", primaries, .gamma(gamma))
        let decoded = try Decoded(ChunkedPNG(colors).declaring("cICP", codePoints).bytes)
        #expect(decoded.colorSpace == .sRGB)
        #expect(decoded.picture.largestDifference(from: try colors.converted(from: profile)) <= 1)
        #expect(decoded.picture != colors)
    }

    @Test("the curve of BT.709 is its own, under each of its four numbers")
    func broadcastCurve() throws {
        let ramp = Picture(width: 256, height: 1, channels: 3) { x, _, _ in UInt8(x) }
        for transfer in [1, 6, 14, 15] as [UInt8] {
            let decoded = try Decoded(ChunkedPNG(ramp).declaring("cICP", [1, transfer, 0, 1]).bytes).picture
            for x in 0..<256 {
                let sample = Double(x) / 255
                let light = sample < 0.081 ? sample / 4.5 : pow((sample + 0.099) / 1.099, 1 / 0.45)
                let shown = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
                #expect(abs(Double(decoded[x, 0][0]) - shown * 255) <= 1, "\(x)")
            }
        }
    }

    @Test("what stands after the palette is out of place, and does not count", arguments: ["cICP", "gAMA", "sRGB"])
    func afterPalette(type: String) throws {
        let palette = ChunkedPNG.Chunk(type: "PLTE", data: [200, 100, 50, 0, 0, 0])
        let row = [UInt8](repeating: 0, count: 5)
        let file = ChunkedPNG(width: 5, depth: 8, colorType: 3, rows: [row, row, row, row], chunks: [palette])
        let gamma = ChunkedPNG.Chunk(type: "gAMA", data: bigEndian(100_000))
        #expect(try Decoded(file.bytes).picture == Self.picture)
        #expect(try Decoded(file.inserting(gamma, before: "PLTE").bytes).picture != Self.picture)
        #expect(try Decoded(file.inserting(gamma, before: "IDAT").bytes).picture == Self.picture)
        let data: [String: [UInt8]] = ["cICP": [9, 16, 0, 1], "gAMA": bigEndian(50_000), "sRGB": [0]]
        let late = ChunkedPNG.Chunk(type: type, data: try #require(data[type]))
        let early = file.inserting(gamma, before: "PLTE")
        #expect(try Decoded(early.inserting(late, before: "IDAT").bytes) == Decoded(early.bytes))
    }

    @Test("cICP counts before iCCP, that before sRGB, and that before gAMA and cHRM, wherever they stand")
    func precedence() throws {
        let adobe = try SampleProfile.adobeRGB()
        let converted = try Decoded(Self.png().embedding(adobe).bytes).picture
        #expect(converted != Self.picture)
        let profile = ChunkedPNG.Chunk(type: "iCCP", data: Array("profile\0\0".utf8) + zlibStored(adobe.bytes))
        let declarations: [(chunk: ChunkedPNG.Chunk, picture: Picture, space: ColorSpace)] = [
            (.init(type: "cICP", data: Self.codedP3), Self.picture, .displayP3),
            (profile, converted, .sRGB),
            (.init(type: "sRGB", data: [0]), Self.picture, .sRGB),
        ]
        let weakest = ChunkedPNG.Chunk(type: "gAMA", data: bigEndian(100_000))
        for (index, strongest) in declarations.enumerated() {
            let weaker = declarations[(index + 1)...].map(\.chunk) + [weakest]
            for order in [[strongest.chunk] + weaker, weaker + [strongest.chunk]] {
                let file = try order.reduce(Self.png()) { $0.declaring($1.type, $1.data) }
                let decoded = try Decoded(file.bytes)
                #expect(decoded.picture == strongest.picture, "\(order.map(\.type))")
                #expect(decoded.colorSpace == strongest.space, "\(order.map(\.type))")
            }
        }
    }

    @Test("a profile that makes no sense leaves the word to the next chunk")
    func fallback() throws {
        let file = try Self.png().embedding(compressed: [1, 2, 3]).declaring("gAMA", bigEndian(100_000))
        #expect(try Decoded(file.bytes) == Decoded(Self.png().declaring("gAMA", bigEndian(100_000)).bytes))
        #expect(try Decoded(file.bytes).picture != Self.picture)
    }

    @Test("gAMA alone is a power with the primaries of sRGB", arguments: [100_000, 55_556, 50_000, 30_000])
    func gamma(stored: Int) throws {
        let colors = Picture.lattice
        let profile = try SampleProfile.rgb("", SampleProfile.standardPrimaries, .gamma(100_000 / Double(stored)))
        let decoded = try Decoded(ChunkedPNG(colors).declaring("gAMA", bigEndian(UInt32(stored))).bytes)
        #expect(decoded.picture.largestDifference(from: try colors.converted(from: profile)) <= 1)
        #expect(decoded.picture != colors)
    }

    @Test("gAMA as writers of sRGB put it beside stands for sRGB", arguments: [45_455, 45_454, 45_500])
    func standardGamma(stored: Int) throws {
        let gamma = bigEndian(UInt32(stored))
        #expect(try Decoded(Self.png().declaring("gAMA", gamma).bytes).picture == Self.picture)
        let primaries = Self.chromaticities(SampleProfile.standardPrimaries)
        let both = try Self.png().declaring("gAMA", gamma).declaring("cHRM", primaries)
        #expect(try Decoded(both.bytes).picture == Self.picture)
        let wide = Self.chromaticities(SampleProfile.displayP3Primaries)
        let displayP3 = try Self.png().declaring("gAMA", gamma).declaring("cHRM", wide)
        #expect(try Decoded(displayP3.bytes).colorSpace == .displayP3)
        #expect(try Decoded(displayP3.bytes).picture == Self.picture)
    }

    @Test("gAMA and cHRM together are a space, which becomes sRGB")
    func calibration() throws {
        let colors = Picture.lattice
        let primaries: SampleProfile.Primaries = [(0.3457, 0.3585), (0.64, 0.33), (0.21, 0.71), (0.15, 0.06)]
        let profile = try SampleProfile.rgb("", primaries, .gamma(1.8))
        let file = try ChunkedPNG(colors).declaring("gAMA", bigEndian(55_556))
            .declaring("cHRM", Self.chromaticities(primaries))
        #expect(try Decoded(file.bytes).picture.largestDifference(from: colors.converted(from: profile)) <= 1)
    }

    /// Of cHRM that no screen can have.
    private static let senselessPrimaries: [SampleProfile.Primaries] = [
        [(0, 0), (0, 0), (0, 0), (0, 0)],
        [(0.3127, 0), (0.64, 0.33), (0.30, 0.60), (0.15, 0.06)],
        [(0.3127, 0.3290), (0.64, 0.33), (0.64, 0.33), (0.15, 0.06)],
        [(0.3127, 0.3290), (0.64, 0.33), (0.30, 0.90), (0.15, 0.06)],
        [(0.70, 0.20), (0.64, 0.33), (0.30, 0.60), (0.15, 0.06)],
        [(0.3127, 0.3290), (40_000, 0.33), (0.30, 0.60), (0.15, 0.06)],
    ]

    @Test("what cannot be is passed over: gAMA of zero, primaries that mix no white, chunks of a wrong length")
    func senseless() throws {
        for primaries in Self.senselessPrimaries {
            let file = try Self.png().declaring("gAMA", bigEndian(45_455))
                .declaring("cHRM", Self.chromaticities(primaries))
            #expect(try Decoded(file.bytes).picture == Self.picture, "\(primaries)")
        }
        for gamma in [bigEndian(0), bigEndian(1), bigEndian(0x7FFF_FFFF), bigEndian(UInt32.max), [0, 0, 1], []] {
            #expect(try Decoded(Self.png().declaring("gAMA", gamma).bytes).picture == Self.picture, "\(gamma)")
        }
        let alone = try Self.png().declaring("cHRM", Self.chromaticities(SampleProfile.displayP3Primaries))
        #expect(try Decoded(alone.bytes).colorSpace == .sRGB)
    }

    @Test("what stands after the first pixels does not count", arguments: ["cICP", "iCCP", "gAMA"])
    func late(type: String) throws {
        let adobe = try SampleProfile.adobeRGB()
        let data =
            switch type {
            case "cICP": Self.codedP3
            case "iCCP": Array("profile\0\0".utf8) + zlibStored(adobe.bytes)
            default: bigEndian(100_000)
            }
        let decoded = try Decoded(Self.png().inserting(.init(type: type, data: data), before: "IEND").bytes)
        #expect(decoded.picture == Self.picture)
        #expect(decoded.colorSpace == .sRGB)
    }

    @Test(
        "the checksum of a chunk that declares colours is checked",
        arguments: ["cICP", "iCCP", "sRGB", "gAMA", "cHRM"]
    )
    func checksum(type: String) throws {
        let chunk = ChunkedPNG.Chunk(type: type, data: [12, 13, 0, 1])
        var bytes = try Self.png().declaring(chunk.type, chunk.data).bytes
        #expect(try refusal(of: bytes) == nil)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: type.utf8) })
        bytes[start + 8] ^= 1
        #expect(try isCorrupt(bytes))
    }
}
