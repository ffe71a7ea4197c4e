import ImageCore
import SecureMemory
import Testing

@testable import ImageFixtures

@Suite("A file declares what its decoder takes, before it is decoded")
struct DecodingMemoryTests {
    @Test(
        "coefficients of a JPEG count, of 2 bytes, if they do not come in one scan",
        arguments: [
            (JPEGFixture(), 8), (JPEGFixture(restartInterval: 1), 8), (JPEGFixture(space: .cmyk), 8),
            (JPEGFixture(space: .grey, scans: .progressive), 8), (JPEGFixture(scans: .progressive), 10),
            (JPEGFixture(scans: .separate), 10), (JPEGFixture(space: .cmyk, scans: .progressive), 12),
            (JPEGFixture(space: .ycck, scans: .separate), 12),
        ]
    )
    func scans(_ fixture: JPEGFixture, _ expected: Int) throws {
        let picture = Picture.noise(fixture.width, fixture.height, channels: fixture.space.channels, seed: 7)
        let bytes = try fixture.encode(picture)
        #expect(try PictureDeclaration(of: SecureBytes(copying: bytes))?.decodingBytesOfPixel == expected)
        let scan = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
        let cut = try SecureBytes(copying: Array(bytes[..<scan]))
        #expect(try #require(PictureDeclaration(of: cut)).decodingBytesOfPixel >= expected)
    }

    @Test(
        "alpha, chroma and depth count",
        arguments: [
            ("HEIC/grey.heic", 7), ("HEIC/chroma-420.heic", 8), ("HEIC/grid.heic", 8), ("HEIC/chroma-444.heic", 11),
            ("HEIC/deep.heic", 11), ("HEIC/alpha.heic", 13), ("WebP/lossy.webp", 8), ("WebP/lossless-alpha.webp", 8),
            ("WebP/lossy-alpha.webp", 12), ("WebP/lossy.png", 8),
        ]
    )
    func layers(_ name: String, _ expected: Int) throws {
        let declaration = try PictureDeclaration(of: SecureBytes(copying: fixtureFile(name)))
        #expect(declaration?.decodingBytesOfPixel == expected)
    }

    @Test("what is no picture declares nothing")
    func noPicture() throws {
        #expect(try PictureDeclaration(of: SecureBytes(copying: Array("GIF89a".utf8))) == nil)
    }
}
