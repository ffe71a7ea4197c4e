import ImageCore
import SeededRandom
import Testing

@testable import ImageFixtures

@Suite("What stands around the pixels of a PNG does not change them")
struct PNGStructureTests {
    private static let kind = PNGSample.Kind(colorType: .rgba, depth: 8, interlaced: false, transparent: false)

    private static func sample(chunkSize: Int = .max) -> (file: ChunkedPNG, expected: Picture) {
        var generator = SeededGenerator(seed: 7)
        let sample = PNGSample(kind, width: 11, height: 7, using: &generator)
        return (sample.file(chunkSize: chunkSize, using: &generator), sample.expected)
    }

    @Test("compressed data may be cut into chunks of any size", arguments: [1, 2, 7, 64, 100_000])
    func chunkSizes(chunkSize: Int) throws {
        let (file, expected) = Self.sample(chunkSize: chunkSize)
        #expect(try Decoded(file.bytes).picture == expected)
    }

    @Test("empty IDAT chunks are passed over")
    func emptyData() throws {
        let (file, expected) = Self.sample(chunkSize: 40)
        let withEmpty = file.inserting(.init(type: "IDAT", data: []), before: "IDAT")
            .inserting(.init(type: "IDAT", data: []), before: "IEND")
        #expect(try Decoded(withEmpty.bytes).picture == expected)
    }

    /// Chunks that are legal before the pixels.
    static let ancillary: [ChunkedPNG.Chunk] = [
        .init(type: "gAMA", data: bigEndian(45_455)),
        .init(type: "cHRM", data: Array(repeating: 0, count: 32)),
        .init(type: "sRGB", data: [0]),
        .init(type: "iCCP", data: Array("name\0\0".utf8) + zlibStored(Array(repeating: 1, count: 200))),
        .init(type: "sBIT", data: [5, 6, 5, 8]),
        .init(type: "bKGD", data: [0, 1, 0, 2, 0, 3]),
        .init(type: "pHYs", data: bigEndian(2835) + bigEndian(2835) + [1]),
        .init(type: "sPLT", data: Array("palette\0".utf8) + [8, 1, 2, 3, 4, 0, 5]),
        .init(type: "tIME", data: [7, 0xE8, 1, 2, 3, 4, 5]),
        .init(type: "tEXt", data: Array("Comment\0secret".utf8)),
        .init(type: "zTXt", data: Array("Comment\0\0".utf8) + zlibStored(Array("secret".utf8))),
        .init(type: "iTXt", data: Array("XML:com.adobe.xmp\0\0\0\0\0<x/>".utf8)),
        .init(type: "fcTL", data: Array(repeating: 0, count: 26)),
        .init(type: "prVt", data: Array("private".utf8)),
        .init(type: "PLTE", data: [1, 2, 3, 4, 5, 6]),
    ]

    @Test("a chunk before the pixels is passed over", arguments: ancillary)
    func chunkBefore(chunk: ChunkedPNG.Chunk) throws {
        let (file, expected) = Self.sample()
        #expect(try Decoded(file.inserting(chunk, before: "IDAT").bytes).picture == expected)
    }

    @Test(
        "a chunk after the pixels is passed over",
        arguments: ["tEXt", "zTXt", "iTXt", "tIME", "fcTL", "fdAT", "prVt"]
    )
    func chunkAfter(type: String) throws {
        let (file, expected) = Self.sample()
        let known = Self.ancillary.first { $0.type == type }
        let chunk = known ?? .init(type: type, data: bigEndian(1) + zlibStored([1, 2, 3]))
        #expect(try Decoded(file.inserting(chunk, before: "IEND").bytes).picture == expected)
    }

    @Test("bytes after IEND are passed over")
    func trailer() throws {
        let (file, expected) = Self.sample()
        #expect(try Decoded(file.bytes + Array("trailing secret".utf8)).picture == expected)
        #expect(try Decoded(file.bytes + file.bytes).picture == expected)
    }

    @Test("compressed text is never inflated, and of a profile no more than it states", arguments: ["zTXt", "iCCP"])
    func bombs(type: String) throws {
        let (file, expected) = Self.sample()
        let bomb = ChunkedPNG.Chunk(type: type, data: Array("bomb\0\0".utf8) + zlibBomb(count: 640_000_000))
        #expect(bomb.data.count < 4 << 20)
        let bytes = file.inserting(bomb, before: "IDAT").bytes
        let before = try PeakMemory.resident.read()
        #expect(try Decoded(bytes).picture == expected)
        #expect(try PeakMemory.resident.read() - before < PeakMemory.tolerance)
    }

    @Test("a suggested palette with transparency is no palette")
    func suggestedPalette() throws {
        var generator = SeededGenerator(seed: 8)
        let kind = PNGSample.Kind(colorType: .rgb, depth: 8, interlaced: true, transparent: true)
        let sample = PNGSample(kind, width: 9, height: 9, using: &generator)
        let file = sample.file(using: &generator).inserting(.init(type: "PLTE", data: [1, 2, 3]), before: "tRNS")
        #expect(try Decoded(file.bytes).picture == sample.expected)
    }
}
