import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A PNG that is written holds the pixels and nothing else")
struct PNGEncodingTests {
    static let sizes = [(1, 1), (3, 5), (64, 2), (1, 40), (130, 77)]

    @Test(
        "what is written is read back exactly",
        arguments: PixelFormat.allCases,
        PNGCompression.allCases
    )
    func roundTrip(format: PixelFormat, compression: PNGCompression) throws {
        for (width, height) in Self.sizes {
            var picture = Picture.noise(width, height, format, seed: 81)
            if format == .rgba {
                for index in stride(from: 3, to: picture.samples.count, by: 4) { picture.samples[index] |= 1 }
            }
            let bytes = try picture.encoded(.png(compression))
            #expect(try Decoded(bytes).picture == picture)
        }
    }

    @Test("the chunks are IHDR, IDAT and IEND", arguments: PixelFormat.allCases, PNGCompression.allCases)
    func chunks(format: PixelFormat, compression: PNGCompression) throws {
        let picture = Picture.noise(150, 200, format, seed: 82)
        let bytes = try picture.encoded(.png(compression))
        let file = try #require(ChunkedPNG(parsing: bytes))
        #expect(file.chunks.first?.data == bigEndian(150) + bigEndian(200) + [8, format == .rgb ? 2 : 6, 0, 0, 0])
        #expect(file.chunks.dropFirst().dropLast().allSatisfy { $0.type == "IDAT" })
        #expect(file.chunks.count >= 3)
        #expect(file.chunks.last == .init(type: "IEND", data: []))
    }

    @Test(
        "the same pixels give the same bytes, whatever lies between rows",
        arguments: PNGCompression.allCases
    )
    func determinism(compression: PNGCompression) throws {
        let picture = try Decoded(fixture("web-profile.png")).picture.crop(x: 300, y: 100, width: 201, height: 99)
        let format = OutputFormat.png(compression)
        let first = try PixelBuffer(picture, padding: 0)
        let second = try PixelBuffer(picture, padding: 0xFF)
        #expect(try first.encoded(format) == second.encoded(format))
    }

    @Test("more effort makes smaller files of a screenshot")
    func effort() throws {
        let picture = try Decoded(fixture("web_1280x720.png")).picture.crop(x: 0, y: 0, width: 400, height: 300)
        let sizes = try [PNGCompression.fast, .balanced, .small].map {
            try picture.encoded(.png($0)).count
        }
        #expect(sizes[0] > sizes[1])
        #expect(sizes[1] >= sizes[2])
        #expect(sizes[0] < picture.samples.count / 4)
    }
}
