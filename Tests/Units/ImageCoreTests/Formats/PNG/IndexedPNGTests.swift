import BoundedWork
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A picture of few colours is written with a palette")
struct IndexedPNGTests {
    /// A picture of exactly `count` colours, each of which occurs in it often.
    private static func picture(colors count: Int, width: Int = 67, height: Int = 80) -> Picture {
        Picture(width: width, height: height, channels: 3) { x, y, channel in
            let color = (x + y * width) % count
            return UInt8([255 - color % 256, color * 7 % 256, color / 256][channel])
        }
    }

    @Test(
        "with as few bits as number its colours, and with those colours alone",
        arguments: [(1, 1), (2, 1), (3, 2), (4, 2), (5, 4), (16, 4), (17, 8), (256, 8)]
    )
    func depth(colors: Int, depth: Int) throws {
        for compression in PNGCompression.allCases {
            let picture = Self.picture(colors: colors)
            let bytes = try PNGWriterTests.write(picture, compression, stripCount: 1500)
            try PNGWriterTests.check(bytes, picture)
            let file = try #require(ChunkedPNG(parsing: bytes))
            #expect(file.chunks.prefix(3).map(\.type) == ["IHDR", "PLTE", "IDAT"])
            #expect(file.chunks[0].data[8...9] == [UInt8(depth), 3])
            let pixels = stride(from: 0, to: picture.samples.count, by: 3)
            let used = Set(pixels.map { Array(picture.samples[$0..<$0 + 3]) })
            #expect(used.count == colors)
            let palette = file.chunks[1].data
            let sorted = used.sorted { $0.lexicographicallyPrecedes($1) }
            #expect(palette.count == 3 * colors && Set(Self.colors(palette)) == used)
            #expect(Self.colors(palette).dropFirst().elementsEqual(sorted.filter { $0 != Array(palette.prefix(3)) }))
        }
    }

    private static func colors(_ palette: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: palette.count, by: 3).map { Array(palette[$0..<$0 + 3]) }
    }

    @Test("whose first colour is the one that most rows begin with, whatever its place in the order of colours")
    func background() throws {
        for background in [UInt8(0), 100, 255] {
            // Every third row begins with another colour, which the picture has more of.
            let picture = Picture(width: 40, height: 90, channels: 3) { x, y, _ in
                y % 3 != 0 && x < 8 ? background : [50, 150, 200][(x + y) % 3]
            }
            let bytes = try PNGWriterTests.write(picture, .fast)
            try PNGWriterTests.check(bytes, picture)
            let palette = try #require(ChunkedPNG(parsing: bytes)).chunks[1].data
            #expect(palette.prefix(3) == Array(repeating: background, count: 3)[...])
        }
    }

    @Test("a colour that was not found, as the work was called off, has no place in it")
    func unknownBackground() throws {
        var table = try ColorTable()
        for color in 0..<UInt32(256) { _ = table.insert(color) }
        let pixels = try PixelBuffer(Picture.flat(70, 70, [9, 9, 9]))
        guard let indexed = try IndexedPicture(pixels, as: .rgb, knowing: table, WorkContext()) else {
            Issue.record("there is no palette")
            return
        }
        let count = indexed.palette.count
        #expect(count == 3 * 256)
    }

    @Test("but not with one more than a palette holds")
    func tooManyColors() throws {
        let picture = Self.picture(colors: 257)
        let bytes = try PNGWriterTests.write(picture, .small)
        try PNGWriterTests.check(bytes, picture)
        #expect(try #require(ChunkedPNG(parsing: bytes)).chunks[0].data[8...9] == [8, 2])
    }

    @Test("but not where the palette would be larger than what it saves")
    func fewPixels() throws {
        let picture = Self.picture(colors: 17, width: 16, height: 16)
        let file = try #require(ChunkedPNG(parsing: PNGWriterTests.write(picture, .small)))
        #expect(file.chunks.map(\.type) == ["IHDR", "IDAT", "IEND"])
    }

    @Test("but not if it has alpha")
    func alpha() throws {
        let picture = Picture.flat(70, 70, [1, 2, 3, 255])
        let file = try #require(ChunkedPNG(parsing: PNGWriterTests.write(picture, .small)))
        #expect(file.chunks[0].data[8...9] == [8, 6])
    }

    @Test("at every width, whatever part of the last byte is used", arguments: 1...17)
    func widths(width: Int) throws {
        for colors in [2, 3, 9] {
            let picture = Self.picture(colors: colors, width: width, height: 150)
            try PNGWriterTests.check(PNGWriterTests.write(picture, .fast), picture)
        }
    }
}
