import CLittleCMS
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Grey and ink become sRGB through a profile of their kind")
struct GreyAndInkTests {
    private static let levels = Picture(width: 16, height: 16, channels: 1) { x, y, _ in UInt8(y * 16 + x) }

    /// What a level of a plain gamma becomes.
    private static func standard(_ level: UInt8, gamma: Double) throws -> UInt8 {
        let profile = try SampleProfile.rgb("", SampleProfile.standardPrimaries, .gamma(gamma))
        return try Picture.flat(1, 1, [level, level, level]).converted(from: profile).samples[0]
    }

    @Test("a grey PNG becomes the grey of sRGB", arguments: [1.0, 1.8, 2.2, 2.6])
    func portableNetworkGraphics(gamma: Double) throws {
        let profile = try SampleProfile.grey("grey", .gamma(gamma))
        for (type, channels) in [(UInt8(0), 1), (4, 2)] {
            let file = Self.png(colorType: type, channels: channels)
            let decoded = try Decoded(file.embedding(profile).bytes).picture
            for y in 1..<16 {
                for x in 0..<16 {
                    let expected = try Self.standard(UInt8(y * 16 + x), gamma: gamma)
                    let pixel = decoded[x, y]
                    #expect(abs(Int(pixel[0]) - Int(expected)) <= 1, "\(gamma) \(x) \(y)")
                    #expect(pixel[0] == pixel[1] && pixel[1] == pixel[2])
                }
            }
        }
    }

    @Test("a grey JPEG becomes the grey of sRGB")
    func jpegGrey() throws {
        let file = try JPEGFixture(width: 16, height: 16, space: .grey).encode(Self.levels)
        let plain = try Decoded(file).picture
        let profile = try SampleProfile.grey("grey", .gamma(1.8))
        let decoded = try Decoded(jpeg(file, inserting: profileMarkers(profile.bytes))).picture
        for y in 0..<16 {
            for x in 0..<16 {
                let expected = try Self.standard(plain[x, y][0], gamma: 1.8)
                #expect(abs(Int(decoded[x, y][0]) - Int(expected)) <= 1)
            }
        }
    }

    @Test("grey with the curve of sRGB stays as it is, and so does grey in Display P3")
    func unchanged() throws {
        let file = Self.png(colorType: 0, channels: 1)
        let plain = try Decoded(file.bytes).picture
        for curve in [SampleProfile.Curve.sRGB, .table(256), .table(22)] {
            #expect(try Decoded(file.embedding(.grey("grey", curve)).bytes).picture == plain)
        }
        let displayP3 = try Decoded(file.embedding(.displayP3()).bytes)
        #expect(displayP3.picture == plain && displayP3.colorSpace == .displayP3)
    }

    @Test(
        "a CMYK JPEG becomes what its profile says, with an Adobe marker or without",
        arguments: [JPEGFixture.Space.cmyk, .ycck],
        [false, true]
    )
    func cmyk(space: JPEGFixture.Space, adobe: Bool) throws {
        guard adobe || space == .cmyk else { return }
        let stored: [UInt8] = [200, 100, 50, 230]
        var fixture = JPEGFixture(width: 16, height: 8, space: space, sampling: .s444)
        fixture.adobe = adobe
        let file = try fixture.encode(.flat(16, 8, stored))
        let profile = try SampleProfile.cmyk("press")
        let decoded = try Decoded(jpeg(file, inserting: profileMarkers(profile.bytes, parts: 3)))
        let expected = try Self.printed(stored.map { 255 - $0 }, by: profile)
        // The decoder gives each ink to within 2, and a step of black is up to two of light.
        #expect(decoded.picture.largestDifference(from: .flat(16, 8, expected)) <= 4)
        #expect(try Decoded(file).picture.largestDifference(from: decoded.picture) > 20)
        #expect(decoded.colorSpace == .sRGB)
    }

    /// The sRGB of four inks, 255 for all of one, as Little CMS calculates it in `Double`.
    private static func printed(_ inks: [UInt8], by profile: SampleProfile) throws -> [UInt8] {
        let transform = try profile.makeTransformToSRGB(LITTLE_CMS_CMYK_8, flags: cmsFLAGS_BLACKPOINTCOMPENSATION)
        defer { cmsDeleteTransform(transform) }
        var color = [0.0, 0, 0]
        cmsDoTransform(transform, inks, &color, 1)
        return color.map { UInt8((min(max($0, 0), 1) * 255).rounded()) }
    }

    /// Every level of grey, opaque.
    private static func png(colorType: UInt8, channels: Int) -> ChunkedPNG {
        var rows: [UInt8] = []
        for level in UInt8.min...UInt8.max {
            // Each row begins with its filter, none.
            if level % 16 == 0 { rows.append(0) }
            rows.append(level)
            if channels == 2 { rows.append(255) }
        }
        return ChunkedPNG(chunks: [
            ChunkedPNG.header(width: 16, height: 16, depth: 8, colorType: colorType, interlaced: false),
            .init(type: "IDAT", data: zlibStored(rows)), .init(type: "IEND", data: []),
        ])
    }
}
