import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("What the chunks of a PNG declare counts in the order of the standard")
struct DeclaredColorTests {
    private static let picture = Picture.flat(5, 4, [200, 100, 50])

    private static func png() throws -> PNGFile { try PNGFile(picture) }

    /// The chunk cHRM of a white and three primaries.
    private static func chromaticities(_ primaries: SampleProfile.Primaries) -> [UInt8] {
        primaries.flatMap { [$0.0, $0.1] }.flatMap { bigEndian(UInt32(($0 * 100_000).rounded())) }
    }

    private static let codedP3: [UInt8] = [12, 13, 0, 1]
    private static let codedSRGB: [UInt8] = [1, 13, 0, 1]

    @Test("cICP names Display P3 and sRGB, and is passed over for all else")
    func codePoints() throws {
        #expect(try Decoded(Self.png().declaring("cICP", Self.codedP3).bytes).colorSpace == .displayP3)
        #expect(try Decoded(Self.png().declaring("cICP", Self.codedSRGB).bytes).colorSpace == .sRGB)
        let profile = try SampleProfile.displayP3()
        // BT.2100 with PQ, another matrix, limited range, too short, too long, empty.
        for unknown in [[9, 16, 0, 1], [12, 13, 1, 1], [12, 13, 0, 0], [12, 13, 0], [1, 13, 0, 1, 0], []] as [[UInt8]] {
            let file = try Self.png().declaring("cICP", unknown)
            #expect(try Decoded(file.bytes).colorSpace == .sRGB, "\(unknown)")
            #expect(try Decoded(file.embedding(profile).bytes).colorSpace == .displayP3, "\(unknown)")
        }
    }

    @Test("cICP counts before iCCP, that before sRGB, and that before gAMA and cHRM, wherever they stand")
    func precedence() throws {
        let adobe = try SampleProfile.adobeRGB()
        let converted = try Decoded(Self.png().embedding(adobe).bytes).picture
        #expect(converted != Self.picture)
        let profile = PNGFile.Chunk(type: "iCCP", data: Array("profile\0\0".utf8) + zlibStored(adobe.bytes))
        let declarations: [(chunk: PNGFile.Chunk, picture: Picture, space: ColorSpace)] = [
            (.init(type: "cICP", data: Self.codedP3), Self.picture, .displayP3),
            (profile, converted, .sRGB),
            (.init(type: "sRGB", data: [0]), Self.picture, .sRGB),
        ]
        let weakest = PNGFile.Chunk(type: "gAMA", data: bigEndian(100_000))
        for (index, strongest) in declarations.enumerated() {
            let weaker = declarations[(index + 1)...].map(\.chunk) + [weakest]
            for order in [[strongest.chunk] + weaker, weaker + [strongest.chunk]] {
                let file = try order.reduce(Self.png()) { $0.inserting($1, before: "IDAT") }
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
        let decoded = try Decoded(PNGFile(colors).declaring("gAMA", bigEndian(UInt32(stored))).bytes)
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
        let file = try PNGFile(colors).declaring("gAMA", bigEndian(55_556))
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
        let chunk = PNGFile.Chunk(type: type, data: [12, 13, 0, 1])
        var bytes = try Self.png().inserting(chunk, before: "IDAT").bytes
        #expect(try refusal(of: bytes) == nil)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: type.utf8) })
        bytes[start + 8] ^= 1
        #expect(try isCorrupt(bytes))
    }
}
