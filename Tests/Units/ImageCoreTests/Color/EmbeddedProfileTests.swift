import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("The profile in a file says what becomes of its samples")
struct EmbeddedProfileTests {
    private static let noise = Picture.noise(33, 17, .rgb, seed: 31)

    /// Profiles of one space whose words and numbers differ.
    private static func displayP3Profiles() throws -> [SampleProfile] {
        try [
            .displayP3(), .displayP3("Color LCD of a sender"),
            .rgb("P3 as a table", SampleProfile.displayP3Primaries, .table(1024), version: 2.1),
        ]
    }

    private static func standardProfiles() throws -> [SampleProfile] {
        try [
            .sRGB(), .sRGB("Display P3"), .sRGB("sRGB of another white").statingD65(),
            .rgb("sRGB as a table", SampleProfile.standardPrimaries, .table(1024), version: 2.1).statingD65(),
        ]
    }

    /// Profiles of spaces that the output cannot have, whatever they are called.
    private static func foreignProfiles() throws -> [SampleProfile] {
        try [
            .adobeRGB(), .proPhoto(),
            .rgb("sRGB", SampleProfile.standardPrimaries, .gamma(2.2)),
            .rgb("Display P3", SampleProfile.displayP3Primaries, .gamma(2.6)),
        ]
    }

    @Test("a PNG in Display P3 keeps its samples and its space, and its output is the same whatever its profile says")
    func displayP3PNG() throws {
        let file = try ChunkedPNG(Self.noise)
        let outputs = try Self.displayP3Profiles().map { profile in
            let decoded = try Decoded(file.embedding(profile).bytes)
            #expect(decoded.picture == Self.noise, "\(profile)")
            #expect(decoded.colorSpace == .displayP3, "\(profile)")
            return try decoded.encoded(.png())
        }
        #expect(Set(outputs).count == 1)
        let written = try #require(ChunkedPNG(parsing: outputs[0]))
        #expect(written.chunks.map(\.type) == ["IHDR", "iCCP", "IDAT", "IEND"])
        #expect(try Decoded(outputs[0]).colorSpace == .displayP3)
    }

    @Test("a JPEG in Display P3 keeps its samples and its space, however its profile is cut", arguments: [1, 2, 7])
    func displayP3JPEG(parts: Int) throws {
        let file = try JPEGFixture().encode(.noise(37, 29, .rgb, seed: 32))
        let plain = try Decoded(file)
        let outputs = try Self.displayP3Profiles().map { profile in
            let decoded = try Decoded(jpeg(file, inserting: profileMarkers(profile.bytes, parts: parts)))
            #expect(decoded.picture == plain.picture, "\(profile)")
            #expect(decoded.colorSpace == .displayP3, "\(profile)")
            return try decoded.encoded(.jpeg())
        }
        #expect(Set(outputs).count == 1)
        #expect(try Decoded(outputs[0]).colorSpace == .displayP3)
        #expect(outputs[0].count == (try plain.encoded(.jpeg()).count) + DisplayP3Profile.bytes.count + 18)
    }

    @Test("a picture in sRGB comes out as one that declares nothing", arguments: [OutputFormat.png(), .jpeg()])
    func standard(format: OutputFormat) throws {
        let plain = try Decoded(ChunkedPNG(Self.noise).bytes)
        for profile in try Self.standardProfiles() {
            let decoded = try Decoded(ChunkedPNG(Self.noise).embedding(profile).bytes)
            #expect(decoded == plain, "\(profile)")
            #expect(decoded.colorSpace == .sRGB, "\(profile)")
            #expect(try decoded.encoded(format) == plain.encoded(format), "\(profile)")
        }
    }

    @Test("a picture in another space becomes sRGB, to within 1 of what Little CMS calculates in Double")
    func foreign() throws {
        let colors = Picture.lattice
        for profile in try Self.foreignProfiles() {
            let expected = try colors.converted(from: profile)
            let decoded = try Decoded(ChunkedPNG(colors).embedding(profile).bytes)
            #expect(decoded.picture.largestDifference(from: expected) <= 1, "\(profile)")
            #expect(decoded.colorSpace == .sRGB, "\(profile)")

            let file = try JPEGFixture(width: colors.width, height: colors.height, space: .rgb, sampling: .s444)
                .encode(colors)
            let stored = try Decoded(file).picture
            let converted = try Decoded(jpeg(file, inserting: profileMarkers(profile.bytes))).picture
            #expect(converted.largestDifference(from: try stored.converted(from: profile)) <= 1, "\(profile)")
        }
    }

    /// Worked out by hand from the published primaries, without Little CMS.
    @Test("known colours of Adobe RGB, ProPhoto and gamma 2.2 become known colours of sRGB, within 1")
    func knownColors() throws {
        let known: [(SampleProfile, [(from: [UInt8], to: [UInt8])])] = try [
            (.adobeRGB(), [([200, 100, 50], [227, 100, 42]), ([90, 120, 200], [72, 121, 204])]),
            (.proPhoto(), [([200, 100, 50], [255, 80, 47]), ([90, 120, 200], [0, 144, 219])]),
            (
                .rgb("2.2", SampleProfile.standardPrimaries, .gamma(2.2)),
                [([200, 100, 50], [201, 100, 46]), ([30, 30, 30], [24, 24, 24])]
            ),
        ]
        for (profile, colors) in known {
            for color in colors + [([255, 255, 255], [255, 255, 255]), ([0, 0, 0], [0, 0, 0])] {
                let decoded = try Decoded(ChunkedPNG(.flat(3, 2, color.from)).embedding(profile).bytes)
                #expect(decoded.picture.largestDifference(from: .flat(3, 2, color.to)) <= 1, "\(profile) \(color.from)")
            }
        }
    }

    @Test("conversion leaves alpha as it is, and no colour beneath alpha 0")
    func alpha() throws {
        var picture = Picture.noise(40, 30, .rgba, seed: 33)
        for index in stride(from: 3, to: picture.samples.count, by: 12) { picture.samples[index] = 0 }
        let file = try ChunkedPNG(picture)
        for profile in try Self.foreignProfiles() {
            let decoded = try Decoded(file.embedding(profile).bytes).picture
            let opaque = try Decoded(ChunkedPNG(picture.withoutAlpha).embedding(profile).bytes).picture
            for (y, x) in (0..<30).flatMap({ y in (0..<40).map { (y, $0) } }) {
                let alpha = picture[x, y][3]
                #expect(decoded[x, y] == (alpha == 0 ? [0, 0, 0, 0] : opaque[x, y] + [alpha]), "\(profile)")
            }
        }
    }

    @Test(
        "no byte of a profile comes out, neither of its text nor of its numbers",
        arguments: [OutputFormat.png(), .jpeg()]
    )
    func sentinel(format: OutputFormat) throws {
        let secret = "sender@example.com"
        for profile in try [.displayP3(secret), .sRGB(secret), .adobeRGB(secret)] as [SampleProfile] {
            #expect(profile.bytes.contains(text: secret, wide: true))
            let output = try Decoded(ChunkedPNG(Self.noise).embedding(profile).bytes).encoded(format)
            #expect(!output.contains(text: secret, wide: false) && !output.contains(text: secret, wide: true))
            let embedded = try writtenProfile(of: output)
            #expect(embedded == nil || embedded == DisplayP3Profile.bytes, "\(profile)")
        }
    }
}

extension Picture {
    /// Colours all over the cube, 13 levels a channel.
    static var lattice: Picture {
        let levels = (0...12).map { UInt8($0 * 255 / 12) }
        let samples = levels.flatMap { red in levels.flatMap { green in levels.flatMap { [red, green, $0] } } }
        return Picture(width: 13 * 13, height: 13, channels: 3, samples: samples)
    }

    /// The colours alone.
    var withoutAlpha: Picture {
        Picture(width: width, height: height, channels: 3) { x, y, channel in self[x, y][channel] }
    }
}
