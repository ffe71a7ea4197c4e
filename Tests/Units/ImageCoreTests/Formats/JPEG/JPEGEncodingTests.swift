import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A JPEG that is written holds the pixels and nothing else")
struct JPEGEncodingTests {
    /// The markers of a file up to its first scan, and the payload of each.
    private static func segments(_ bytes: [UInt8]) throws -> [(marker: UInt8, payload: [UInt8])] {
        var segments: [(marker: UInt8, payload: [UInt8])] = []
        var offset = 2
        while offset + 4 <= bytes.count {
            #expect(bytes[offset] == 0xFF)
            let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
            segments.append((bytes[offset + 1], Array(bytes[offset + 4..<offset + 2 + length])))
            if bytes[offset + 1] == 0xDA { return segments }
            offset += 2 + length
        }
        return segments
    }

    @Test("there is no marker but JFIF, tables, frame and scan", arguments: PixelFormat.allCases)
    func markers(format: PixelFormat) throws {
        let picture = Picture.noise(50, 40, format, seed: 91)
        let bytes = try picture.encoded(.jpeg())
        let segments = try Self.segments(bytes)
        #expect(segments.map(\.marker) == [0xE0, 0xDB, 0xDB, 0xC0, 0xC4, 0xC4, 0xC4, 0xC4, 0xDA])
        #expect(segments[0].payload == Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
        #expect(bytes.suffix(2) == [0xFF, 0xD9])
    }

    @Test("slopes are read back above 40 dB at quality 95", arguments: [(1, 1), (17, 31), (64, 64), (90, 61)])
    func roundTrip(width: Int, height: Int) throws {
        let picture = Picture.gradient(width, height, channels: 3)
        let decoded = try Decoded(picture.encoded(.jpeg(quality: 95)))
        #expect(decoded.picture.psnr(against: picture) > (width * height > 1_000 ? 38 : 32))
        #expect(decoded.grid == BlockGrid(width: 16, height: 16))
    }

    @Test("the same pixels give the same bytes, whatever lies between rows")
    func determinism() throws {
        let picture = Picture.noise(45, 33, .rgb, seed: 92)
        let format = OutputFormat.jpeg()
        let first = try PixelBuffer(picture, padding: 0)
        let second = try PixelBuffer(picture, padding: 0xFF)
        #expect(try first.encoded(format) == second.encoded(format))
    }

    @Test("alpha is left out and nothing else")
    func alpha() throws {
        let translucent = Picture.noise(45, 33, .rgba, seed: 93)
        let opaque = Picture(width: 45, height: 33, channels: 3) { x, y, channel in translucent[x, y][channel] }
        let format = OutputFormat.jpeg()
        #expect(try translucent.encoded(format) == opaque.encoded(format))
    }

    @Test("a picture that JPEG cannot hold is an error that says so")
    func tooLong() throws {
        let size = try #require(PixelSize(width: 65_501, height: 1))
        let pixels = try PixelBuffer(size, format: .rgb, filledWith: .white)
        #expect {
            _ = try pixels.encoded(.jpeg())
        } throws: { error in
            (error as? EncodingError)?.description.contains("65500") == true
        }
    }

    @Test(
        "quality is clamped to what JPEG knows",
        arguments: [(.min, 1), (-5, 1), (0, 1), (1, 1), (100, 100), (1_000, 100), (.max, 100)]
    )
    func quality(asked: Int, given: Int) throws {
        let picture = Picture.noise(16, 16, .rgb, seed: 4)
        #expect(try picture.encoded(.jpeg(quality: asked)) == picture.encoded(.jpeg(quality: given)))
    }
}
