import ImageCore
import Redaction
import SecureMemory
import Testing

@Suite("A snapshot in Display P3 stays in it, and what covers it looks as it does in sRGB")
struct ColorSpaceTests {
    /// sRGB's red, and the samples that show it in Display P3.
    private static let red = Color(red: 255, green: 0, blue: 0)
    private static let redInDisplayP3: [UInt8] = [234, 51, 35]
    private static let grey = Color(red: 90, green: 90, blue: 90)

    @Test(
        "a fill has the colour of the policy in the space of the snapshot",
        arguments: OutputFormat.Kind.allCases
    )
    func fill(format: OutputFormat.Kind) throws {
        let region = try #require(Region(x: 0, y: 0, width: 32, height: 32))
        let policy = try Policy(rules: [.init(.region(region), .fill(Self.red))])
        for (space, samples) in [(ColorSpace.sRGB, [255, 0, 0] as [UInt8]), (.displayP3, Self.redInDisplayP3)] {
            let snapshot = try flat(64, 64, Self.grey, space)
            let output = OutputOptions(formats: [format], quality: 100)
            let image = try DecodedImage(
                decoding: Redactor().redact(RedactionRequest(snapshot, policy: policy, output: output)).image
            )
            #expect(image.colorSpace == space)
            #expect(isNear(image.pixels.samples(x: 5, y: 5), samples))
            #expect(isNear(image.pixels.samples(x: 60, y: 60), [90, 90, 90]))
        }
    }

    @Test("a picture that covers, and its background, are converted to the space of the snapshot")
    func overlay() throws {
        let style = ImageStyle(asset: "card", contentMode: .aspectFit, background: Self.red)
        let policy = try Policy(rules: [.init(.screen, .image(style))])
        for (snapshot, asset, background, content) in [
            (ColorSpace.sRGB, ColorSpace.sRGB, [255, 0, 0], [255, 0, 0]),
            (.displayP3, .sRGB, Self.redInDisplayP3, Self.redInDisplayP3),
            // The red of Display P3 is beyond that of sRGB.
            (.sRGB, .displayP3, [255, 0, 0], [255, 0, 0]),
            (.displayP3, .displayP3, Self.redInDisplayP3, [255, 0, 0]),
        ] as [(ColorSpace, ColorSpace, [UInt8], [UInt8])] {
            let result = try Redactor().redact(
                RedactionRequest(
                    flat(40, 40, Self.grey, snapshot),
                    policy: policy,
                    assets: ["card": flat(40, 20, Self.red, asset)]
                )
            )
            let image = try DecodedImage(decoding: result.image)
            #expect(image.colorSpace == snapshot)
            #expect(isNear(image.pixels.samples(x: 20, y: 2), background), "\(snapshot) \(asset)")
            #expect(isNear(image.pixels.samples(x: 20, y: 20), content), "\(snapshot) \(asset)")
        }
    }

    @Test("what is erased does not reach the output, whatever is done to the colours", arguments: [false, true])
    func erasure(isConverted: Bool) throws {
        let marker = try profileMarker(isForeign: isConverted)
        let rect = [21, 13, 24, 14]
        let region = try #require(Region(x: 21, y: 13, width: 24, height: 14))
        let policy = try Policy(rules: [.init(.screen, .blur(radius: 5)), .init(.region(region), .fill(Self.red))])
        for jpeg in Screen.JPEG.all where !jpeg.isGrey {
            let snapshots = try [UInt64](1...3).map { secret in
                var file = try Screen(secret: secret, in: rect).encoded(jpeg).withUnsafeBytes(Array.init)
                file.insert(contentsOf: marker, at: 2)
                return file
            }
            let images = try snapshots.map { try DecodedImage(decoding: SecureBytes(copying: $0)).colorSpace }
            #expect(images.allSatisfy { $0 == (isConverted ? .sRGB : .displayP3) })
            let outputs = try snapshots.map { snapshot in
                try Redactor().redact(RedactionRequest(SecureBytes(copying: snapshot), policy: policy)).image
                    .withUnsafeBytes(Array.init)
            }
            #expect(Set(snapshots).count == 3)
            #expect(Set(outputs).count == 1, "\(jpeg.testDescription)")
        }
    }

    /// The APP2 marker of a JPEG in Display P3, or in a space with the same primaries and another curve.
    private func profileMarker(isForeign: Bool) throws -> [UInt8] {
        let size = try #require(PixelSize(width: 8, height: 8))
        let file = try PixelBuffer(size, format: .rgb, filledWith: .white)
            .encoded(.jpeg(), colorSpace: .displayP3).withUnsafeBytes(Array.init)
        let start = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xE2]) })
        var marker = Array(file[start..<start + 2 + (Int(file[start + 2]) << 8 | Int(file[start + 3]))])
        if isForeign {
            let curve = try #require(marker.indices.first { marker[$0...].starts(with: "para".utf8) })
            // The exponent, 2.4 in 16.16 fixed point, becomes 1.5.
            marker.replaceSubrange(curve + 12..<curve + 16, with: [0, 1, 0x80, 0])
        }
        return marker
    }

    private func flat(_ width: Int, _ height: Int, _ color: Color, _ space: ColorSpace) throws -> SecureBytes {
        let size = try #require(PixelSize(width: width, height: height))
        return try PixelBuffer(size, format: .rgb, filledWith: color)
            .encoded(.png(), colorSpace: space)
    }

    private func isNear(_ samples: [UInt8], _ expected: [UInt8]) -> Bool {
        zip(samples, expected).allSatisfy { abs(Int($0) - Int($1)) <= 3 }
    }
}
