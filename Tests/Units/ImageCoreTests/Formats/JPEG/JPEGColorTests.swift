import ImageCore
import Testing

@testable import ImageFixtures

@Suite("Every kind of JPEG decodes to the pixels that it stands for")
struct JPEGColorTests {
    /// Every colour space, sampling and scan script, with and without restart markers.
    static let fixtures: [JPEGFixture] = JPEGFixture.Space.allCases.flatMap { space in
        JPEGFixture.Sampling.all.flatMap { sampling in
            JPEGFixture.Scans.allCases.flatMap { scans in
                [0, 1, 3].map { JPEGFixture(space: space, scans: scans, sampling: sampling, restartInterval: $0) }
            }
        }
    }

    /// Enough for a scan for every coefficient.
    private static let limits = DecodingLimits(maximumScans: 1 + 63 * 4)

    /// A colour as it is handed to the encoder, and the RGB that has to come out.
    private static func colors(of fixture: JPEGFixture) -> [(stored: [UInt8], seen: [UInt8])] {
        switch fixture.space {
        case .grey:
            return [0, 77, 255].map { ([$0], [$0, $0, $0]) }
        case .ycc, .rgb:
            return [[200, 30, 90], [0, 0, 0], [10, 250, 128]].map { ($0, $0) }
        case .cmyk, .ycck:
            let inks: [[UInt8]] = [
                [255, 255, 255, 255], [200, 100, 50, 255], [200, 100, 50, 128], [40, 60, 250, 0],
            ]
            return inks.map { ($0, printed($0)) }
        }
    }

    /// The RGB of four lights, each of which takes its share.
    private static func printed(_ light: [UInt8]) -> [UInt8] {
        light[..<3].map { UInt8((Double($0) * Double(light[3]) / 255).rounded()) }
    }

    @Test("flat colours come out within 2", arguments: fixtures)
    func flat(fixture: JPEGFixture) throws {
        for (stored, seen) in Self.colors(of: fixture) {
            let decoded = try Decoded(fixture.encode(.flat(fixture.width, fixture.height, stored)), limits: Self.limits)
            let expected = Picture.flat(fixture.width, fixture.height, seen)
            #expect(decoded.picture.largestDifference(from: expected) <= 2, "\(fixture): \(stored)")
            #expect(decoded.format == .jpeg)
        }
    }

    @Test("CMYK holds light without an Adobe marker, too, and is no negative", arguments: JPEGFixture.Sampling.all)
    func plainCMYK(sampling: JPEGFixture.Sampling) throws {
        try flat(fixture: JPEGFixture(space: .cmyk, sampling: sampling, adobe: false))
    }

    @Test("RGB without an Adobe marker is known by its components")
    func plainRGB() throws {
        try flat(fixture: JPEGFixture(space: .rgb, sampling: .s444, adobe: false))
    }

    @Test("slopes come out above 31 dB", arguments: fixtures)
    func gradient(fixture: JPEGFixture) throws {
        let stored = Picture.gradient(fixture.width, fixture.height, channels: fixture.space.channels)
        let seen = Picture(width: fixture.width, height: fixture.height, channels: 3) { x, y, channel in
            let pixel = stored[x, y]
            switch pixel.count {
            case 1: return pixel[0]
            case 3: return pixel[channel]
            default: return Self.printed(pixel)[channel]
            }
        }
        let decoded = try Decoded(fixture.encode(stored), limits: Self.limits).picture
        // One chroma sample stands for up to four pixels of a slope of 7 a pixel.
        #expect(decoded.psnr(against: seen) > 31, "\(fixture)")
    }

    @Test("the grid is that of the minimum coded units", arguments: fixtures)
    func grid(fixture: JPEGFixture) throws {
        let picture = Picture.gradient(fixture.width, fixture.height, channels: fixture.space.channels)
        let unit = fixture.space == .grey ? (8, 8) : effectiveUnit(of: fixture)
        #expect(
            try Decoded(fixture.encode(picture), limits: Self.limits).grid == BlockGrid(width: unit.0, height: unit.1)
        )
    }

    private func effectiveUnit(of fixture: JPEGFixture) -> (Int, Int) {
        let components = fixture.space.channels
        let horizontal = fixture.sampling.horizontal.prefix(components).max() ?? 1
        let vertical = fixture.sampling.vertical.prefix(components).max() ?? 1
        return (8 * Int(horizontal), 8 * Int(vertical))
    }

    @Test("sizes about a block decode", arguments: [(1, 1), (7, 9), (8, 8), (9, 7), (16, 16), (17, 1), (1, 33)])
    func sizes(width: Int, height: Int) throws {
        for sampling in JPEGFixture.Sampling.all {
            let fixture = JPEGFixture(width: width, height: height, sampling: sampling)
            let decoded = try Decoded(fixture.encode(.flat(width, height, [90, 120, 60]))).picture
            #expect(decoded.largestDifference(from: .flat(width, height, [90, 120, 60])) <= 2, "\(fixture)")
        }
    }

    @Test("a screenshot decodes to what the same screenshot as PNG shows")
    func screenshot() throws {
        let decoded = try Decoded(fixture("web-profile.jpg"))
        #expect(decoded.picture.psnr(against: try Decoded(fixture("web-profile.png")).picture) > 30)
        #expect((decoded.picture.width, decoded.picture.height) == (1280, 720))
    }
}
