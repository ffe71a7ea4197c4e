import ImageCore
import SeededRandom
import Testing

@testable import ImageFixtures

@Suite("Every kind of PNG decodes to the pixels that it stands for")
struct PNGColorTypeTests {
    static let sizes = [(1, 1), (3, 5), (5, 3), (4, 1), (1, 9), (8, 8), (33, 17), (64, 2)]

    @Test(
        "colour types, bit depths, interlacing and transparency decode to 8-bit RGB or RGBA",
        arguments: PNGSample.Kind.all
    )
    func pixels(kind: PNGSample.Kind) throws {
        var generator = SeededGenerator(seed: 0x5EED ^ UInt64(kind.depth) << 8 ^ UInt64(kind.colorType.rawValue))
        for (width, height) in Self.sizes {
            let sample = PNGSample(kind, width: width, height: height, using: &generator)
            let decoded = try Decoded(sample.file(using: &generator).bytes)
            #expect(decoded.picture == sample.expected, "\(sample)")
            #expect(decoded.format == .png)
            #expect(decoded.grid == .pixels)
        }
    }

    @Test("16 bits are cut to 8, not rounded: the low byte shows nowhere")
    func sixteenBits() throws {
        let values: [UInt16] = [0, 127, 128, 129, 384, 385, 386, 0x7F80, 0x8080, 0xFEFE, 0xFF7F, 0xFFFF]
        let rows: [UInt8] = values.reduce(into: [0]) { $0 += [UInt8($1 >> 8), UInt8($1 & 0xFF)] }
        let file = ChunkedPNG(chunks: [
            ChunkedPNG.header(width: UInt32(values.count), height: 1, depth: 16, colorType: 0, interlaced: false),
            .init(type: "IDAT", data: zlibStored(rows)),
            .init(type: "IEND", data: []),
        ])
        let upper = values.map { UInt8($0 >> 8) }
        #expect(try Decoded(file.bytes).picture.samples == upper.flatMap { [$0, $0, $0] })
    }

    @Test("no colour is left beneath alpha 0")
    func invisibleColor() throws {
        let file = ChunkedPNG(chunks: [
            ChunkedPNG.header(width: 2, height: 1, depth: 8, colorType: 6, interlaced: false),
            .init(type: "IDAT", data: zlibStored([0, 200, 100, 50, 0, 200, 100, 50, 1])),
            .init(type: "IEND", data: []),
        ])
        #expect(try Decoded(file.bytes).picture.samples == [0, 0, 0, 0, 200, 100, 50, 1])
    }
}
