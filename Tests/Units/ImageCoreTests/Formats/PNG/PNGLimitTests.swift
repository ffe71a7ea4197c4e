import ImageCore
import SecureMemory
import Testing

@testable import ImageFixtures

@Suite("What a PNG may cost is checked before memory is taken")
struct PNGLimitTests {
    private static func claiming(_ width: UInt32, _ height: UInt32, data: [UInt8] = zlibStored([0])) -> [UInt8] {
        ChunkedPNG(chunks: [
            ChunkedPNG.header(width: width, height: height, depth: 16, colorType: 6, interlaced: true),
            .init(type: "IDAT", data: data),
            .init(type: "IEND", data: []),
        ]).bytes
    }

    @Test("an edge over the limit is refused, and the error names the size")
    func edge() throws {
        let size = try #require(PixelSize(width: 2_147_483_647, height: 1))
        #expect(try refusal(of: Self.claiming(2_147_483_647, 1)) == .edgeTooLong(size, limit: 16_384))
        #expect(try refusal(of: Self.claiming(1, 16_385))?.description.contains("1x16385") == true)
    }

    @Test("an area over the limit is refused, and the error names the size")
    func area() throws {
        let size = try #require(PixelSize(width: 16_384, height: 16_384))
        #expect(try refusal(of: Self.claiming(16_384, 16_384)) == .tooManyPixels(size, limit: 50_000_000))
    }

    @Test("the limits are the ones that are set, and a picture at the limit is taken")
    func bounds() throws {
        let bytes = try Picture.noise(12, 10, .rgb, seed: 3).encoded(.png())
        let size = try #require(PixelSize(width: 12, height: 10))
        let exact = DecodingLimits(maximumPixels: 120, maximumEdge: 12)
        #expect(try refusal(of: bytes, limits: exact) == nil)
        let shortEdge = DecodingLimits(maximumPixels: 120, maximumEdge: 11)
        #expect(try refusal(of: bytes, limits: shortEdge) == .edgeTooLong(size, limit: 11))
        let fewPixels = DecodingLimits(maximumPixels: 119, maximumEdge: 12)
        #expect(try refusal(of: bytes, limits: fewPixels) == .tooManyPixels(size, limit: 119))
    }

    @Test("no memory is taken for a picture over the limit")
    func memory() throws {
        let before = try PeakMemory.mapped.read()
        for edge in [20_000, 100_000, 2_147_483_647] as [UInt32] {
            _ = try refusal(of: Self.claiming(edge, edge))
            _ = try refusal(of: Self.claiming(edge, 2))
        }
        #expect(try PeakMemory.mapped.read() - before < PeakMemory.tolerance)
    }

    @Test("a bomb in the image data of a small picture is refused")
    func bomb() throws {
        #expect(try isCorrupt(Self.claiming(1, 1, data: zlibBomb(count: 50_000_000))))
    }

    @Test(
        "a chunk that claims more bytes than there are is refused",
        arguments: [1_000, 0x00FF_FFFF, 0x7FFF_FFFF, 0xFFFF_FFFF]
    )
    func chunkLength(length: UInt32) throws {
        let header = ChunkedPNG.header(width: 2, height: 2, depth: 8, colorType: 3, interlaced: false)
        let file = ChunkedPNG(chunks: [header])
        let before = try PeakMemory.mapped.read()
        for type in ["PLTE", "IDAT", "iCCP", "eXIf", "tRNS", "prVt", "IEND"] {
            #expect(try isCorrupt(file.bytes + bigEndian(length) + Array(type.utf8) + [1, 2, 3, 4, 5, 6, 7, 8]))
        }
        #expect(try PeakMemory.mapped.read() - before < PeakMemory.tolerance)
    }
}
